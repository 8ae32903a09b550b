// DENSE_BLOCK_DECOMP { COMPRESS → BMW_ROW_BLOCK → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let warp_of_grid = unit_of_work * 8u + thread / 32u;
  let is_active_warp = warp_of_grid < 1u;
  let bmw = select(0u, warp_of_grid, is_active_warp);
  let lane = thread % 32u;
  let first_bmt = (24u * bmw);
  let bmt_count = 24u;
  let is_active = is_active_warp && lane < bmt_count;
  let bmt = select(0u, first_bmt + lane, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = bmt;
    let start = (504u * bmw) + lane;
    for (var step = 0u; step < 21u; step++) {
      let unit = start + step * bmt_count;
      let value0 = values[unit];
      sum = select(fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    y[row] = sum;
  }
}
