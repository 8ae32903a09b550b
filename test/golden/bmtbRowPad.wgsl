// COMPRESS → BMTB_ROW_BLOCK(size=8) → BMTB_ROW_PAD(multiple=4) → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
@compute @workgroup_size(64)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  let first_bmw = (8u * bmtb);
  let bmw_count = 8u;
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
    let start = ((indices[(bmw + 144u) >> 1u] >> (((bmw + 144u) & 1u) * 16u)) & 65535u) + lane;
    let unit_end = ((indices[(bmw + 1u + 144u) >> 1u] >> (((bmw + 1u + 144u) & 1u) * 16u)) & 65535u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += bmt_count) {
      let value0 = values[unit];
      sum = select(fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      step++;
    }
  }
  sum += shuffle_xor(thread, sum, 2u);
  sum += shuffle_xor(thread, sum, 1u);
  if (is_active_warp && lane == 0u) {
    y[bmw] = sum;
  }
}
