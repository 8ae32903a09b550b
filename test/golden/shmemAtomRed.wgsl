// COMPRESS → BMTB_ROW_BLOCK(by=entries size=64 mostRows=16384) → BMT_NNZ_BLOCK(size=2) → SET_RESOURCES(threads=32 unroll=8) → SHMEM_ATOM_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> row_sums: array<atomic<u32>, 18>;
fn add_to_row_sums(row: u32, value: f32) {
  var old = atomicLoad(&row_sums[row]);
  loop {
    let outcome = atomicCompareExchangeWeak(&row_sums[row], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (outcome.exchanged) { break; }
    old = outcome.old_value;
  }
}
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  let first_row = (18u * bmtb);
  let row_end = (14u * bmtb + 18u);
  for (var i = thread; i < row_end - first_row; i += 32u) { atomicStore(&row_sums[i], 0u); }
  workgroupBarrier();
  let first_bmt = min((32u * bmtb), 36u);
  let bmt_count = min((32u * (bmtb + 1u)), 36u) - min((32u * bmtb), 36u);
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  if (is_active) {
    let start = min((64u * bmtb), 72u) + in_block;
    for (var step = 0u; step < 2u; step++) {
      let unit = start + step * bmt_count;
      let value0 = values[unit];
      add_to_row_sums(((indices[(unit + 80u) >> 2u] >> (((unit + 80u) & 3u) * 8u)) & 255u), value0 * x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)]);
    }
  }
  workgroupBarrier();
  for (var position = first_row + thread; position < row_end; position += 32u) {
    let sum = bitcast<f32>(atomicLoad(&row_sums[position - first_row]));
    y[position] = sum;
  }
}
