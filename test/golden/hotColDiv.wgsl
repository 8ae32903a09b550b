// HOT_COL_DIV(count=8) { COMPRESS → BMTB_ROW_BLOCK(size=4) → BMT_ROW_BLOCK → SET_RESOURCES(threads=64 coarsening=2) → STAGE_X → THREAD_TOTAL_RED → GMEM_ATOM_RED ; COMPRESS → BMW_ROW_BLOCK → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → GMEM_ATOM_RED }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> staged_x: array<f32, 8>;
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
  if (block < 3u) {
    for (var i = thread; i < 7u; i += 64u) { staged_x[i] = x[((indices[(i) >> 2u] >> (((i) & 3u) * 8u)) & 255u)]; }
    workgroupBarrier();
    for (var turn = 0u; turn < 2u; turn++) {
      let unit_of_work = block * 2u + turn;
      if (unit_of_work < 5u) {
        let bmtb = unit_of_work;
        let first_bmt = (4u * bmtb);
        let bmt_count = 4u;
        let in_block = thread;
        let is_active = in_block < bmt_count;
        let bmt = select(0u, first_bmt + in_block, is_active);
        var sum = 0.0;
        if (is_active) {
          let row = ((indices[(bmt + 16u) >> 2u] >> (((bmt + 16u) & 3u) * 8u)) & 255u);
          let start = ((indices[(bmt + 96u) >> 2u] >> (((bmt + 96u) & 3u) * 8u)) & 255u);
          let unit_end = ((indices[(bmt + 1u + 96u) >> 2u] >> (((bmt + 1u + 96u) & 3u) * 8u)) & 255u);
          var step = 0u;
          for (var unit = start; unit < unit_end; unit += 1u) {
            let value0 = values[unit];
            sum = fma(value0, staged_x[((indices[(unit + 48u) >> 2u] >> (((unit + 48u) & 3u) * 8u)) & 255u)], sum);
            step++;
          }
          add_to_y(row, sum);
        }
      }
    }
  }
  else if (block < 4u) {
    let unit_of_work = (block - 3u);
    let warp_of_grid = unit_of_work * 4u + thread / 16u;
    let is_active_warp = warp_of_grid < 1u;
    let bmw = select(0u, warp_of_grid, is_active_warp);
    let lane = thread % 16u;
    let first_bmt = (12u * bmw);
    let bmt_count = 12u;
    let is_active = is_active_warp && lane < bmt_count;
    let bmt = select(0u, first_bmt + lane, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = ((indices[(bmt + 128u) >> 2u] >> (((bmt + 128u) & 3u) * 8u)) & 255u);
      let start = (60u * bmw) + lane;
      for (var step = 0u; step < 5u; step++) {
        let unit = start + step * bmt_count;
        let value0 = values[unit + 48u];
        sum = select(fma(value0, x[((indices[(unit + 144u) >> 2u] >> (((unit + 144u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      }
      add_to_y(row, sum);
    }
  }
}
