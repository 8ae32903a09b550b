// COMPRESS → BMTB_COL_BLOCK(width=4) → BMT_COL_BLOCK(size=2) → INTERLEAVED_STORAGE → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → SHMEM_TOTAL_RED → GMEM_ATOM_RED
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 64>;
// WGSL has no floating-point atomicAdd: compare and exchange the bits until no one was faster.
fn add_to_y(row: u32, value: f32) {
  var old = atomicLoad(&y[row]);
  loop {
    let outcome = atomicCompareExchangeWeak(&y[row], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (outcome.exchanged) { break; }
    old = outcome.old_value;
  }
}
@compute @workgroup_size(64)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  var block_sum = 0.0;
  let first_bmt = (2u * bmtb);
  let bmt_count = 2u;
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = ((indices[(bmtb + 80u) >> 2u] >> (((bmtb + 80u) & 3u) * 8u)) & 255u) + in_block;
    let unit_end = ((indices[(bmtb + 1u + 80u) >> 2u] >> (((bmtb + 1u + 80u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += bmt_count) {
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
  }
  block_sum += sum;
  partial_sums[thread] = block_sum;
  workgroupBarrier();
  if (thread < 32u) { partial_sums[thread] += partial_sums[thread + 32u]; }
  workgroupBarrier();
  if (thread < 16u) { partial_sums[thread] += partial_sums[thread + 16u]; }
  workgroupBarrier();
  if (thread < 8u) { partial_sums[thread] += partial_sums[thread + 8u]; }
  workgroupBarrier();
  if (thread < 4u) { partial_sums[thread] += partial_sums[thread + 4u]; }
  workgroupBarrier();
  if (thread < 2u) { partial_sums[thread] += partial_sums[thread + 2u]; }
  workgroupBarrier();
  if (thread < 1u) { partial_sums[thread] += partial_sums[thread + 1u]; }
  workgroupBarrier();
  if (thread == 0u) {
    add_to_y(((indices[(bmtb + 128u) >> 2u] >> (((bmtb + 128u) & 3u) * 8u)) & 255u), partial_sums[0]);
  }
}
