import type { KernelSource } from '../../../src/codegen/kernelSource.js';
import type { CsrMatrix } from '../../../src/matrix/csrMatrix.js';

/** A 5 x 4 matrix with an empty row. */
export const matrix: CsrMatrix = {
  name: 'tiny',
  rows: 5,
  cols: 4,
  nnz: 7,
  indptr: Int32Array.of(0, 2, 2, 3, 6, 7),
  indices: Int32Array.of(0, 3, 1, 0, 1, 2, 3),
  data: Float64Array.of(1, 2, 3, -4, 5, 0.5, 7),
};

const x = [1, 2, 3, 4];
export const product = { x, y: [9, 0, 6, 7.5, 28] };

/** CSR with a thread a row, written by hand, so that exports are tested without the builder. */
export function handKernel(language: 'wgsl' | 'cuda', changes: Partial<KernelSource> = {}): KernelSource {
  const indices = new Uint32Array(16);
  indices.set(matrix.indptr, 0);
  indices.set(matrix.indices, 8);
  return {
    language,
    name: 'spmv',
    source: language === 'wgsl' ? wgsl : cuda,
    dtype: 'f32',
    rows: matrix.rows,
    cols: matrix.cols,
    nnz: matrix.nnz,
    slots: Int32Array.from(matrix.data, (_, i) => i),
    indices,
    arrays: [
      { name: 'rowOffsets', length: 6, form: 'u32', byteOffset: 0, bytes: 24, plainBytes: 24 },
      { name: 'colIndices', length: 7, form: 'u32', byteOffset: 32, bytes: 28, plainBytes: 28 },
      { name: 'rowIndices', length: 5, form: 'i', byteOffset: -1, bytes: 0, plainBytes: 20 },
    ],
    threads: 64,
    blocks: 1,
    sharedBytes: 0,
    clearsY: false,
    deterministic: true,
    bytes: 116,
    ...changes,
  };
}

const wgsl = `// Characters that a template literal must escape: \` \${x} \\
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(64)
fn spmv(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= 5u) { return; }
  var sum = 0.0;
  for (var i = indices[id.x]; i < indices[id.x + 1u]; i++) { sum += values[i] * x[indices[8u + i]]; }
  y[id.x] = sum;
}
`;

const cuda = `
extern "C" __global__ void spmv(const float* x, float* y, const float* values, const unsigned char* indices) {
  const unsigned* offsets = reinterpret_cast<const unsigned*>(indices);
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= 5) return;
  float sum = 0;
  for (unsigned i = offsets[row]; i < offsets[row + 1]; i++) sum += values[i] * x[offsets[8 + i]];
  y[row] = sum;
}
`;
