// COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK → INTERLEAVED_STORAGE → SET_RESOURCES → SET_COMPRESSION(values=dictionary) → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let warp_of_grid = unit_of_work * 32u + thread / 8u;
  let is_active_warp = warp_of_grid < 32u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 8u;
  let first_bmt = (8u * bmw);
  let bmt_count = 8u;
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = ((indices[(bmw + 80u) >> 2u] >> (((bmw + 80u) & 3u) * 8u)) & 255u) + lane;
    let unit_end = ((indices[(bmw + 1u + 80u) >> 2u] >> (((bmw + 1u + 80u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += bmt_count) {
      let value_0_at = ((unit) % 3u);
      let value_0 = (values[value_0_at >> 1u] >> ((value_0_at & 1u) * 16u)) & 0xffffu;
      sum = fma(unpack2x16float(value_0).x, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
  }
  sum += shuffle_xor(thread, sum, 4u);
  sum += shuffle_xor(thread, sum, 2u);
  sum += shuffle_xor(thread, sum, 1u);
  if (is_active_warp && lane == 0u) {
    y[bmw] = sum;
  }
}
