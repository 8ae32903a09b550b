import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Compilers, openCompilers } from '../../../src/device/cuda/compilers.js';

const entry = fileURLToPath(new URL('fixtures/compiler.mjs', import.meta.url));
const open: Compilers[] = [];
afterEach(() => {
  for (const compilers of open.splice(0)) compilers.close();
});

function compilersOf(most: number) {
  const here: string[] = [];
  const compilers = openCompilers(
    {
      async compile(source) {
        here.push(source);
        await new Promise((resolve) => setTimeout(resolve, 400));
        return Buffer.from(`here ${source}`);
      },
    },
    most,
    entry,
  );
  open.push(compilers);
  const compile = async (source: string) => Buffer.from(await compilers.compile(source, [])).toString();
  return { compilers, compile, here };
}

/** What compiled each: 'here', or a process. */
const placesOf = (cubins: readonly string[]) => cubins.map((text) => text.split(' ')[0]);

describe('compilers', () => {
  it('compile here first, and what is asked for meanwhile in processes of their own', async () => {
    const { compilers, compile } = compilersOf(2);
    expect(compilers.width).toBe(3);
    const cubins = await Promise.all(['a', 'b', 'c'].map(compile));
    expect(cubins.map((text) => text.split(' ')[1])).toEqual(['a', 'b', 'c']);
    const [first, ...others] = placesOf(cubins);
    expect(first).toBe('here');
    expect(new Set(others).size).toBe(2);
    expect(others).not.toContain('here');
    // They are used again.
    const [again, ...same] = placesOf(await Promise.all(['d', 'e', 'f'].map(compile)));
    expect(again).toBe('here');
    expect(new Set(same)).toEqual(new Set(others));
  });

  it('start no process for one compilation at a time, nor where none may be', async () => {
    const { compile } = compilersOf(2);
    expect(placesOf([await compile('a'), await compile('b')])).toEqual(['here', 'here']);
    const { compile: alone } = compilersOf(0);
    expect(placesOf(await Promise.all(['a', 'b'].map(alone)))).toEqual(['here', 'here']);
  });

  it('reject with the error of the process', async () => {
    const { compile } = compilersOf(1);
    const [, bad] = await Promise.allSettled(['a', 'bad'].map(compile));
    expect(bad).toMatchObject({ reason: { code: 'compile', message: 'does not compile', hint: 'mend it' } });
  });

  it('compile here what a process died of, and give up on processes that keep dying', async () => {
    const { compile, here } = compilersOf(1);
    for (let i = 0; i < 3; i++) {
      const cubins = await Promise.all(['a', 'die'].map(compile));
      expect(placesOf(cubins)).toEqual(['here', 'here']);
    }
    expect(here.filter((source) => source === 'die')).toHaveLength(3);
    expect(placesOf(await Promise.all(['a', 'b'].map(compile)))).toEqual(['here', 'here']);
  });
});
