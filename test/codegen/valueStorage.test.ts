import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../src/codegen/build.js';
import type { ValueStorage } from '../../src/codegen/kernelSource.js';
import { compileWgsl } from '../../src/device/nullBackend.js';
import type { Graph } from '../../src/graph/graph.js';
import { isRefusal } from '../../src/operators/operator.js';
import {
  compressed,
  divide,
  op,
  paddedRows,
  paddedSlices,
  rowAThread,
  rowAWarp,
  wideRows,
} from '../../src/seeds/chain.js';
import { small } from '../support/matrices.js';
import { golden, irregular, kernelOf, roomy } from '../support/operators.js';

const fewValues = { ...irregular, data: irregular.data.map((_, i) => (i % 3) / 4) as Float64Array };
/** Padded slices whose threads take two neighbours at a time. */
const pairs: Graph = paddedSlices(8).map(({ op: name, params }) =>
  name === 'BMT_PAD'
    ? op(name, { ...params, multiple: 2 })
    : op(name, name === 'INTERLEAVED_STORAGE' ? { vector: 2 } : params),
);
const mixed: Graph = [divide('ROW_DIV', { lengths: [3] }, rowAThread(), wideRows('leaf'))];
const dictionary = compressed(rowAWarp(8), { values: 'dictionary' });

describe('16-bit values', () => {
  it('take half the bytes of f32 and a quarter of f64, and nothing else changes', () => {
    for (const dtype of ['f32', 'f64'] as const) {
      const plain = kernelOf(paddedRows(), irregular, 'cuda', { dtype });
      const short = kernelOf(paddedRows(), irregular, 'cuda', { dtype, valueStorage: 'bf16' });
      expect(plain.bytes - short.bytes).toBe(plain.slots.length * (dtype === 'f64' ? 6 : 2));
      expect(short).toMatchObject({
        dtype,
        valueStorage: 'bf16',
        sharedBytes: plain.sharedBytes,
        blocks: plain.blocks,
      });
      expect(short.slots).toEqual(plain.slots);
      expect(short.indices).toEqual(plain.indices);
      expect(plain).not.toHaveProperty('valueStorage');
    }
  });

  it('are loaded as wide as the layout allows', () => {
    const source = (graph: Graph, language: 'wgsl' | 'cuda', valueStorage: ValueStorage = 'f16') =>
      kernelOf(graph, irregular, language, { valueStorage }).source;
    expect(source(wideRows('leaf'), 'cuda')).toContain('__ldcs((const ushort4*)values + unit0)');
    expect(source(pairs, 'cuda')).toContain('__ldcs((const ushort2*)values + unit0)');
    expect(source(wideRows('leaf'), 'wgsl')).toContain('values: array<vec2<u32>>');
    // An array has elements of one type: where one leaf takes single values, another takes its four as two words.
    expect(source(mixed, 'wgsl')).toContain('values: array<u32>');
    expect(source(mixed, 'wgsl')).toMatch(/let value_1 = values\[unit \* 2u \+ \d+u\]/);
    for (const valueStorage of ['f16', 'bf16'] as const) {
      expect(source(mixed, 'wgsl', valueStorage)).not.toContain('enable f16');
      expect(source(mixed, 'cuda', valueStorage)).not.toContain('#include');
    }
  });

  it('lie packed with dtype f16, too, which the compiler takes', async () => {
    const sources = [mixed, wideRows('leaf')].map(
      (graph) => kernelOf(graph, irregular, 'wgsl', { dtype: 'f16' }).source,
    );
    expect(sources[0]).toContain('x: array<f16>');
    expect(sources[0]).toContain('values: array<u32>');
    expect(sources[1]).toContain('values: array<vec2<u32>>');
    for (const source of sources) expect(await compileWgsl(source)).toEqual([]);
  });

  it('are refused with f16, which stores so by itself', () => {
    const options = { dtype: 'f16', valueStorage: 'bf16', target: { ...roomy, language: 'cuda' } } as const;
    const built = buildKernel(small, rowAThread(), options);
    expect(isRefusal(built) && built.refused).toContain('16-bit storage is for f32 and f64');
  });

  golden('valueStorage.f16Scalar', paddedSlices(8), irregular, { valueStorage: 'f16' });
  golden('valueStorage.bf16Pairs', pairs, irregular, { valueStorage: 'bf16' });
  golden('valueStorage.f16Fours', wideRows('leaf'), irregular, { valueStorage: 'f16' });
  golden('valueStorage.bf16Mixed', mixed, irregular, { valueStorage: 'bf16' });
  golden('valueStorage.f16Dictionary', dictionary, fewValues, { valueStorage: 'f16' });
});
