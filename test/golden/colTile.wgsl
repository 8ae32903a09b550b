// COL_TILE(width=16) → COMPRESS → BMW_NNZ_BLOCK(size=32) → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_ATOM_RED
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
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
  let warp_of_grid = unit_of_work * 2u + thread / 32u;
  let is_active_warp = warp_of_grid < 3u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 32u;
  let first_bmt = ((indices[(bmw) >> 2u] >> (((bmw) & 3u) * 8u)) & 255u);
  let bmt_count = ((indices[(bmw + 1u) >> 2u] >> (((bmw + 1u) & 3u) * 8u)) & 255u) - ((indices[(bmw) >> 2u] >> (((bmw) & 3u) * 8u)) & 255u);
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  var row = 0xffffffffu;
  if (is_active) {
    row = ((indices[(bmt + 16u) >> 2u] >> (((bmt + 16u) & 3u) * 8u)) & 255u);
    let start = bmt;
    {
      let unit = start + 0u;
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit + 96u) >> 2u] >> (((unit + 96u) & 3u) * 8u)) & 255u)], sum);
    }
  }
  { let other = shuffle_down(thread, sum, 1u);
    let other_row = shuffle_down_u32(thread, row, 1u);
    if (lane + 1u < 32u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 2u);
    let other_row = shuffle_down_u32(thread, row, 2u);
    if (lane + 2u < 32u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 4u);
    let other_row = shuffle_down_u32(thread, row, 4u);
    if (lane + 4u < 32u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 8u);
    let other_row = shuffle_down_u32(thread, row, 8u);
    if (lane + 8u < 32u && other_row == row) { sum += other; } }
  { let other = shuffle_down(thread, sum, 16u);
    let other_row = shuffle_down_u32(thread, row, 16u);
    if (lane + 16u < 32u && other_row == row) { sum += other; } }
  let row_before = shuffle_up_u32(thread, row, 1u);
  let heads_segment = is_active && (lane == 0u || row_before != row);
  if (heads_segment) {
    add_to_y(row, sum);
  }
}
