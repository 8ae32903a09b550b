// REORDER_RCM → COMPRESS → BMW_ROW_BLOCK(rows=8) → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let warp_of_grid = unit_of_work * 32u + thread / 8u;
  let is_active_warp = warp_of_grid < 4u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 8u;
  let first_bmt = (8u * bmw);
  let bmt_count = 8u;
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
    let start = ((indices[(bmw + 208u) >> 2u] >> (((bmw + 208u) & 3u) * 8u)) & 255u) + lane;
    let unit_end = ((indices[(bmw + 1u + 208u) >> 2u] >> (((bmw + 1u + 208u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += bmt_count) {
      let value0 = values[unit];
      sum = select(fma(value0, x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      step++;
    }
    y[row] = sum;
  }
}
