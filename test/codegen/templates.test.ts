import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { templateSources } from '../../src/codegen/templateSources.js';
import { indent, render } from '../../src/codegen/templates.js';

describe('render', () => {
  it('throws for a name that the view lacks, instead of printing undefined', () => {
    expect(() => render('cuda', 'fragments/clear', { threads: 32 })).toThrow(
      'template cuda/fragments/clear reads leafBlock, which its view does not have',
    );
  });

  it('throws for a template that does not exist', () => {
    expect(() => render('wgsl', 'fragments/nothing', {})).toThrow('there is no template wgsl/fragments/nothing');
  });
});

it('both languages have the same fragments and adapters, but for what only one needs', () => {
  const names = (language: string, kind: string) => readdirSync(`templates/${language}/${kind}`).sort();
  expect(names('wgsl', 'adapters')).toEqual(names('cuda', 'adapters'));
  const own = ['add_to_row_sums.eta', 'add_to_y.eta', 'shuffle_memory.eta', 'shuffle_subgroup.eta'];
  expect(names('wgsl', 'fragments').filter((name) => !own.includes(name))).toEqual(names('cuda', 'fragments'));
  expect(Object.keys(templateSources)).toContain('wgsl/skeleton');
});

it('indent follows the braces and drops empty lines', () => {
  expect(indent('a {\n\n  b {\nc\n} else {\nd\n}\n}\n{ e }\n')).toBe(
    'a {\n  b {\n    c\n  } else {\n    d\n  }\n}\n{ e }\n',
  );
});
