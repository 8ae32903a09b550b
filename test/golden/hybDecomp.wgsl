// HYB_DECOMP { COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=leaf) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_ATOM_RED ; COMPRESS(emptyRows=drop) → BMW_NNZ_BLOCK(size=32) → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_ATOM_RED }
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
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  if (block < 1u) {
    let unit_of_work = block;
    let thread_of_grid = unit_of_work * 256u + thread;
    let is_active = thread_of_grid < 32u;
    let bmt = select(0u, thread_of_grid, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = bmt;
      let start = (96u * 0u) + bmt;
      for (var step = 0u; step < 3u; step++) {
        let unit = start + step * 32u;
        let value0 = values[unit];
        sum = select(fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      }
      add_to_y(row, sum);
    }
  }
  else if (block < 2u) {
    let unit_of_work = (block - 1u);
    let warp_of_grid = unit_of_work * 8u + thread / 32u;
    let is_active_warp = warp_of_grid < 1u;
    let bmw = select(0u, warp_of_grid, is_active_warp);
    let lane = thread % 32u;
    let first_bmt = (24u * bmw);
    let bmt_count = 24u;
    let is_active = is_active_warp && lane < bmt_count;
    let bmt = select(0u, first_bmt + lane, is_active);
    var sum = 0.0;
    var row = 0xffffffffu;
    if (is_active) {
      row = ((indices[(bmt + 96u) >> 2u] >> (((bmt + 96u) & 3u) * 8u)) & 255u);
      let start = bmt;
      {
        let unit = start + 0u;
        let value0 = values[unit + 96u];
        sum = fma(value0, x[((indices[(unit + 128u) >> 2u] >> (((unit + 128u) & 3u) * 8u)) & 255u)], sum);
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
}
