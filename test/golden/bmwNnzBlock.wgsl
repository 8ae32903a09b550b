// COMPRESS(emptyRows=drop) → BMW_NNZ_BLOCK(size=64) → BMT_NNZ_BLOCK(size=2) → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_BITMAP_RED → WARP_SEG_RED → GMEM_ATOM_RED
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
  let unit_of_work = block;
  let warp_of_grid = unit_of_work * 8u + thread / 32u;
  let is_active_warp = warp_of_grid < 2u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 32u;
  let first_bmt = min((32u * bmw), 36u);
  let bmt_count = min((32u * (bmw + 1u)), 36u) - min((32u * bmw), 36u);
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  var head = 0.0;
  var started = true;
  var bits = 1u;
  var first_position = 0u;
  var position = 0u;
  if (is_active) {
    bits = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
    first_position = ((indices[(bmt + 48u) >> 2u] >> (((bmt + 48u) & 3u) * 8u)) & 255u);
    position = first_position;
    started = false;
    let start = min((64u * bmw), 72u) + lane;
    for (var step = 0u; step < 2u; step++) {
      let unit = start + step * bmt_count;
      let value0 = values[unit];
      if (((bits >> step) & 1u) != 0u) {
        if (step > 0u) {
          if (started) { add_to_y(((indices[(position + 176u) >> 2u] >> (((position + 176u) & 3u) * 8u)) & 255u), sum); } else { head = sum; }
          position++;
          sum = 0.0;
        }
        started = true;
      }
      sum = fma(value0, x[((indices[(unit + 96u) >> 2u] >> (((unit + 96u) & 3u) * 8u)) & 255u)], sum);
    }
    if (!started) { head = sum; }
  }
  { var stops = started;
    { let other = shuffle_down(thread, head, 1u);
      let other_stops = shuffle_down_u32(thread, u32(stops), 1u) != 0u;
      if (lane + 1u < 32u && !stops) { head += other; stops = other_stops; } }
    { let other = shuffle_down(thread, head, 2u);
      let other_stops = shuffle_down_u32(thread, u32(stops), 2u) != 0u;
      if (lane + 2u < 32u && !stops) { head += other; stops = other_stops; } }
    { let other = shuffle_down(thread, head, 4u);
      let other_stops = shuffle_down_u32(thread, u32(stops), 4u) != 0u;
      if (lane + 4u < 32u && !stops) { head += other; stops = other_stops; } }
    { let other = shuffle_down(thread, head, 8u);
      let other_stops = shuffle_down_u32(thread, u32(stops), 8u) != 0u;
      if (lane + 8u < 32u && !stops) { head += other; stops = other_stops; } }
    { let other = shuffle_down(thread, head, 16u);
      let other_stops = shuffle_down_u32(thread, u32(stops), 16u) != 0u;
      if (lane + 16u < 32u && !stops) { head += other; stops = other_stops; } }
  }
  let next_head = shuffle_down(thread, head, 1u);
  if (lane + 1u < 32u) { sum += next_head; }
  if (is_active && started) {
    add_to_y(((indices[(position + 176u) >> 2u] >> (((position + 176u) & 3u) * 8u)) & 255u), sum);
  }
  if (is_active && lane == 0u && (bits & 1u) == 0u) {
    add_to_y(((indices[(first_position + 176u) >> 2u] >> (((first_position + 176u) & 3u) * 8u)) & 255u), head);
  }
}
