import { describe, expect, it } from 'vitest';
import { compileWgsl } from '../../src/device/nullBackend.js';
import { csrScalar, matrixOf } from './fixtures/csrScalar.js';

describe('compileWgsl', () => {
  it('accepts good source, subgroups and halves included', async () => {
    const matrix = matrixOf([[[0, 1]]], 1);
    expect(await compileWgsl(csrScalar(matrix).source)).toEqual([]);
    expect(await compileWgsl(csrScalar(matrix, { dtype: 'f16' }).source)).toEqual([]);
    const subgroups = 'enable subgroups;\n@compute @workgroup_size(32) fn main() { _ = subgroupAdd(1.0); }';
    expect(await compileWgsl(subgroups)).toEqual([]);
  });

  it('points at each error', async () => {
    expect(await compileWgsl('fn f() -> u32 {\n\treturn sum;\n}')).toEqual([
      "2:9: unresolved value 'sum'\n  \treturn sum;\n  \t       ^",
    ]);
  });

  it('reports what the grammar allows and validation does not', async () => {
    const [error] = await compileWgsl('@group(0) @binding(0) var<storage, read> a: array<u32>;\nfn f() { a[0] = 1u; }');
    expect(error).toMatch(/^2:/);
  });
});
