// COMPRESS → BMW_ROW_BLOCK(rows=2) → BMT_COL_BLOCK(size=4 group=2) → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_STORE
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
  let warp_of_grid = unit_of_work * 8u + thread / 8u;
  let is_active_warp = warp_of_grid < 16u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 8u;
  let first_bmt = (8u * bmw);
  let bmt_count = 8u;
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  var row = 0xffffffffu;
  if (is_active) {
    row = ((bmt) / 4u);
    let start = ((indices[(bmt + 80u) >> 2u] >> (((bmt + 80u) & 3u) * 8u)) & 255u);
    let unit_end = ((indices[(bmt + 1u + 80u) >> 2u] >> (((bmt + 1u + 80u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
  }
  { let other = shuffle_down(thread, sum, 1u);
    let other_row = shuffle_down_u32(thread, row, 1u);
    if (lane + 1u < 8u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 2u);
    let other_row = shuffle_down_u32(thread, row, 2u);
    if (lane + 2u < 8u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 4u);
    let other_row = shuffle_down_u32(thread, row, 4u);
    if (lane + 4u < 8u && other_row == row) { sum += other; } }
  let row_before = shuffle_up_u32(thread, row, 1u);
  let heads_segment = is_active && (lane == 0u || row_before != row);
  if (heads_segment) {
    y[row] = sum;
  }
}
