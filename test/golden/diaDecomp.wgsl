// DIA_DECOMP { COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=leaf) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let thread_of_grid = unit_of_work * 256u + thread;
  let is_active = thread_of_grid < 36u;
  let bmt = select(0u, thread_of_grid, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = bmt;
    let start = (180u * 0u) + bmt;
    {
      let unit = start + 0u * 36u;
      let value0 = values[unit];
      sum = select(fma(value0, x[u32(clamp(i32(row) + (-6), 0, 35))], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    {
      let unit = start + 1u * 36u;
      let value0 = values[unit];
      sum = select(fma(value0, x[u32(clamp(i32(row) + (-1), 0, 35))], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    {
      let unit = start + 2u * 36u;
      let value0 = values[unit];
      sum = select(fma(value0, x[u32(clamp(i32(row) + 0, 0, 35))], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    {
      let unit = start + 3u * 36u;
      let value0 = values[unit];
      sum = select(fma(value0, x[u32(clamp(i32(row) + 1, 0, 35))], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    {
      let unit = start + 4u * 36u;
      let value0 = values[unit];
      sum = select(fma(value0, x[u32(clamp(i32(row) + 6, 0, 35))], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
    }
    y[row] = sum;
  }
}
