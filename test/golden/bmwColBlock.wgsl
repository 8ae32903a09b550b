// COMPRESS → BMTB_ROW_BLOCK(size=1) → BMW_COL_BLOCK(width=4) → BMT_COL_BLOCK(size=4) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → WARP_TOTAL_RED → SHMEM_TOTAL_RED → GMEM_STORE
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 32>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  var block_sum = 0.0;
  let first_bmw = ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let bmw_count = ((indices[(bmtb + 1u) >> 2u] >> (((bmtb + 1u) & 3u) * 8u)) & 255u) - ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let in_block = thread / 4u;
  let is_active_warp = in_block < bmw_count;
  let bmw = select(0u, first_bmw + in_block, is_active_warp);
  let lane = thread % 4u;
  let first_bmt = (4u * bmw);
  let bmt_count = 4u;
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = ((indices[(bmt + 128u) >> 2u] >> (((bmt + 128u) & 3u) * 8u)) & 255u);
    let unit_end = ((indices[(bmt + 1u + 128u) >> 2u] >> (((bmt + 1u + 128u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit + 48u) >> 2u] >> (((unit + 48u) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
  }
  sum += shuffle_xor(thread, sum, 2u);
  sum += shuffle_xor(thread, sum, 1u);
  if (is_active_warp && lane == 0u) { block_sum += sum; }
  partial_sums[thread] = block_sum;
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
    y[bmtb] = partial_sums[0];
  }
}
