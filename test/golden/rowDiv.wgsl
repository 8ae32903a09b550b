// ROW_DIV(lengths=4) { COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  if (block < 1u) {
    let unit_of_work = block;
    let thread_of_grid = unit_of_work * 256u + thread;
    let is_active = thread_of_grid < 25u;
    let bmt = select(0u, thread_of_grid, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
      let start = ((indices[(bmt + 64u) >> 2u] >> (((bmt + 64u) & 3u) * 8u)) & 255u);
      let unit_end = ((indices[(bmt + 1u + 64u) >> 2u] >> (((bmt + 1u + 64u) & 3u) * 8u)) & 255u);
      var step = 0u;
      for (var unit = start; unit < unit_end; unit += 1u) {
        let value0 = values[unit];
        sum = fma(value0, x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum);
        step++;
      }
      y[row] = sum;
    }
  }
  else if (block < 2u) {
    let unit_of_work = (block - 1u);
    let warp_of_grid = unit_of_work * 64u + thread / 4u;
    let is_active_warp = warp_of_grid < 7u;
    let bmw = select(0u, warp_of_grid, is_active_warp);
    let lane = thread % 4u;
    let first_bmt = (4u * bmw);
    let bmt_count = 4u;
    let is_active = is_active_warp && lane < bmt_count;
    let bmt = select(0u, first_bmt + lane, is_active);
    var sum = 0.0;
    if (is_active) {
      let start = ((indices[(bmw + 144u) >> 2u] >> (((bmw + 144u) & 3u) * 8u)) & 255u) + lane;
      let unit_end = ((indices[(bmw + 1u + 144u) >> 2u] >> (((bmw + 1u + 144u) & 3u) * 8u)) & 255u);
      var step = 0u;
      for (var unit = start; unit < unit_end; unit += bmt_count) {
        let value0 = values[unit + 28u];
        sum = fma(value0, x[((indices[(unit + 96u) >> 2u] >> (((unit + 96u) & 3u) * 8u)) & 255u)], sum);
        step++;
      }
    }
    sum += shuffle_xor(thread, sum, 2u);
    sum += shuffle_xor(thread, sum, 1u);
    if (is_active_warp && lane == 0u) {
      y[((8u * ((bmw) / 3u)) + ((bmw) % 3u))] = sum;
    }
  }
}
