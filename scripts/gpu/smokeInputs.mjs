// Matrices and hand-written kernels of the smoke run. They depend on nothing of alphasparse's but the contracts, so
// that a failure points at the device.

/** A CSR matrix of rows given as lists of [column, value] or columns (then with values around 1). */
function fromRows(name, cols, rowLists) {
  const rows = rowLists.length;
  const indptr = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) indptr[row + 1] = indptr[row] + rowLists[row].length;
  const indices = new Int32Array(indptr[rows]);
  for (let row = 0, k = 0; row < rows; row++) for (const column of rowLists[row]) indices[k++] = column;
  const data = Float64Array.from(indices, (_, k) => 0.5 + ((k * 2654435761) % 1024) / 1024);
  return { name, rows, cols, nnz: indices.length, indptr, indices, data };
}

let state = 12345;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function distinctSorted(columns) {
  return [...new Set(columns)].sort((a, b) => a - b);
}

export function stencil(side) {
  const rows = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const row = i * side + j;
      const columns = [];
      if (i > 0) columns.push(row - side);
      if (j > 0) columns.push(row - 1);
      columns.push(row);
      if (j < side - 1) columns.push(row + 1);
      if (i < side - 1) columns.push(row + side);
      rows.push(columns);
    }
  }
  return fromRows(`stencil-${side}`, side * side, rows);
}

export function uniform(size, perRow) {
  const rows = Array.from({ length: size }, () =>
    distinctSorted(Array.from({ length: perRow }, () => Math.floor(random() * size))),
  );
  return fromRows(`uniform-${size}x${perRow}`, size, rows);
}

/** Few long rows and many short ones. */
export function skewed(size) {
  const rows = Array.from({ length: size }, () => {
    const length = Math.min(size / 4, Math.ceil(2 / (random() + 1e-4)));
    return distinctSorted(Array.from({ length }, () => Math.floor(random() ** 2 * size)));
  });
  return fromRows(`skewed-${size}`, size, rows);
}

/** Dense blocks of 4 x 4, which BSR stores without padding. */
export function blocked(blockRows, blocksPerRow) {
  const rows = [];
  for (let b = 0; b < blockRows; b++) {
    const blocks = distinctSorted(Array.from({ length: blocksPerRow }, () => Math.floor(random() * blockRows)));
    const columns = blocks.flatMap((block) => [0, 1, 2, 3].map((i) => block * 4 + i));
    for (let i = 0; i < 4; i++) rows.push(columns);
  }
  return fromRows(`blocked-${blockRows}x${blocksPerRow}`, blockRows * 4, rows);
}

const types = { f32: 'float', f64: 'double', f16: '__half' };

function csrKernel(matrix, name, dtype, body, changes) {
  const { rows, cols, nnz, indptr, indices } = matrix;
  const columnsAt = Math.ceil(indptr.length / 4) * 4;
  const packed = new Uint32Array(columnsAt + nnz);
  packed.set(indptr);
  packed.set(indices, columnsAt);
  const sum = dtype === 'f64' ? 'double' : 'float';
  const type = types[dtype];
  const source = `${dtype === 'f16' ? '#include <cuda_fp16.h>\n' : ''}
#define ROWS ${rows}
extern "C" __global__ void ${name}(const ${type}* __restrict__ x, ${type}* y, const ${type}* __restrict__ values,
                                   const unsigned char* __restrict__ indices) {
  const int* __restrict__ offsets = reinterpret_cast<const int*>(indices);
  const int* __restrict__ columns = offsets + ${columnsAt};
  typedef ${sum} Sum;
  ${body}
}`;
  const element = { f16: 2, f32: 4, f64: 8 }[dtype];
  return {
    language: 'cuda',
    name,
    source,
    dtype,
    rows,
    cols,
    nnz,
    slots: Int32Array.from({ length: nnz }, (_, k) => k),
    indices: packed,
    arrays: [],
    sharedBytes: 0,
    clearsY: false,
    deterministic: true,
    bytes: packed.byteLength + (nnz + rows + cols) * element,
    threads: 256,
    blocks: 1,
    ...changes,
  };
}

export function csrScalar(matrix, dtype = 'f32', threads = 128) {
  const body = `
  const int row = blockIdx.x * ${threads} + threadIdx.x;
  if (row >= ROWS) return;
  Sum sum = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; k++) sum += Sum(values[k]) * Sum(x[columns[k]]);
  y[row] = sum;`;
  return csrKernel(matrix, `csr_scalar_${dtype}`, dtype, body, { threads, blocks: Math.ceil(matrix.rows / threads) });
}

export function csrVector(matrix, lanes, dtype = 'f32', threads = 256) {
  const body = `
  const int row = (blockIdx.x * ${threads} + threadIdx.x) / ${lanes};
  const int lane = threadIdx.x % ${lanes};
  Sum sum = 0;
  if (row < ROWS)
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += ${lanes})
      sum += Sum(__ldcs(values + k)) * Sum(x[__ldcs(columns + k)]);
  for (int step = ${lanes / 2}; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step, ${lanes});
  if (row < ROWS && lane == 0) y[row] = sum;`;
  const blocks = Math.ceil((matrix.rows * lanes) / threads);
  return csrKernel(matrix, `csr_vector${lanes}_${dtype}`, dtype, body, { threads, blocks });
}

/** A block a row, entries added to y: needs y cleared. */
export function csrAtomic(matrix) {
  const body = `
  for (int row = blockIdx.x; row < ROWS; row += gridDim.x)
    for (int k = offsets[row] + threadIdx.x; k < offsets[row + 1]; k += blockDim.x)
      atomicAdd(y + row, values[k] * x[columns[k]]);`;
  return csrKernel(matrix, 'csr_atomic', 'f32', body, { threads: 64, blocks: 4096, clearsY: true });
}

/** Stages partial sums in more shared memory than a block gets without asking. */
export function csrShared(matrix, sharedBytes = 100 * 1024) {
  const body = `
  extern __shared__ float staged[];
  const int row = blockIdx.x * 256 + threadIdx.x;
  float* own = staged + ${sharedBytes / 4 - 256};
  own[threadIdx.x] = 0;
  if (row >= ROWS) return;
  for (int k = offsets[row]; k < offsets[row + 1]; k++) own[threadIdx.x] += values[k] * x[columns[k]];
  y[row] = own[threadIdx.x];`;
  const blocks = Math.ceil(matrix.rows / 256);
  return csrKernel(matrix, 'csr_shared', 'f32', body, { threads: 256, blocks, sharedBytes });
}

/** Does nothing: its time is the floor of every kernel's. */
export function emptyKernel(blocks = 1, clearsY = false) {
  return {
    language: 'cuda',
    name: 'empty',
    source: 'extern "C" __global__ void empty(const float* x, float* y) {}',
    dtype: 'f32',
    rows: 1024,
    cols: 1024,
    nnz: 0,
    slots: new Int32Array(0),
    indices: new Uint32Array(0),
    arrays: [],
    threads: 256,
    blocks,
    sharedBytes: 0,
    clearsY,
    deterministic: true,
    bytes: 0,
  };
}

/** Writes where nothing is. */
export function crashingKernel() {
  const source =
    'extern "C" __global__ void crash(const float* x, float* y) { *(float*)(16 + (size_t)threadIdx.x * 4) = 1; }';
  return { ...emptyKernel(), name: 'crash', source };
}
