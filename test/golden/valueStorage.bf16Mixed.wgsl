// ROW_DIV(lengths=3) { COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=leaf multiple=4) → INTERLEAVED_STORAGE(vector=4) → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  if (block < 1u) {
    let unit_of_work = block;
    let thread_of_grid = unit_of_work * 256u + thread;
    let is_active = thread_of_grid < 21u;
    let bmt = select(0u, thread_of_grid, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
      let start = ((indices[(bmt + 48u) >> 2u] >> (((bmt + 48u) & 3u) * 8u)) & 255u);
      let unit_end = ((indices[(bmt + 1u + 48u) >> 2u] >> (((bmt + 1u + 48u) & 3u) * 8u)) & 255u);
      var step = 0u;
      for (var unit = start; unit < unit_end; unit += 1u) {
        let value_at = unit;
        let value = (values[value_at >> 1u] >> ((value_at & 1u) * 16u)) & 0xffffu;
        sum = fma(bitcast<f32>(value << 16u), x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum);
        step++;
      }
      y[row] = sum;
    }
  }
  else if (block < 2u) {
    let unit_of_work = (block - 1u);
    let thread_of_grid = unit_of_work * 256u + thread;
    let is_active = thread_of_grid < 11u;
    let bmt = select(0u, thread_of_grid, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = ((indices[(bmt + 80u) >> 2u] >> (((bmt + 80u) & 3u) * 8u)) & 255u);
      let start = (33u * 0u) + bmt;
      for (var step = 0u; step < 3u; step++) {
        let unit = start + step * 11u;
        let value_0 = values[unit * 2u + 8u];
        let value_1 = values[unit * 2u + 9u];
        sum = select(fma(bitcast<f32>(value_0 << 16u), x[((indices[(unit * 4u + 0u + 96u) >> 2u] >> (((unit * 4u + 0u + 96u) & 3u) * 8u)) & 255u)], sum), sum, ((value_0 & 0xffffu) == 0x8000u));
        sum = select(fma(bitcast<f32>(value_0 & 0xffff0000u), x[((indices[(unit * 4u + 1u + 96u) >> 2u] >> (((unit * 4u + 1u + 96u) & 3u) * 8u)) & 255u)], sum), sum, ((value_0 >> 16u) == 0x8000u));
        sum = select(fma(bitcast<f32>(value_1 << 16u), x[((indices[(unit * 4u + 2u + 96u) >> 2u] >> (((unit * 4u + 2u + 96u) & 3u) * 8u)) & 255u)], sum), sum, ((value_1 & 0xffffu) == 0x8000u));
        sum = select(fma(bitcast<f32>(value_1 & 0xffff0000u), x[((indices[(unit * 4u + 3u + 96u) >> 2u] >> (((unit * 4u + 3u + 96u) & 3u) * 8u)) & 255u)], sum), sum, ((value_1 >> 16u) == 0x8000u));
      }
      y[row] = sum;
    }
  }
}
