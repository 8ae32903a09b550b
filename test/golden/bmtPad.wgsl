// COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=multiple multiple=4) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let thread_of_grid = unit_of_work * 32u + thread;
  let is_active = thread_of_grid < 32u;
  let bmt = select(0u, thread_of_grid, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = bmt;
    let start = ((indices[(bmt + 128u) >> 2u] >> (((bmt + 128u) & 3u) * 8u)) & 255u);
    let unit_end = ((indices[(bmt + 1u + 128u) >> 2u] >> (((bmt + 1u + 128u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit * 4u];
      let value1 = values[unit * 4u + 1u];
      let value2 = values[unit * 4u + 2u];
      let value3 = values[unit * 4u + 3u];
      sum = select(fma(value0, x[((indices[(unit * 4u + 0u) >> 2u] >> (((unit * 4u + 0u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      sum = select(fma(value1, x[((indices[(unit * 4u + 1u) >> 2u] >> (((unit * 4u + 1u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value1) == 0x80000000u));
      sum = select(fma(value2, x[((indices[(unit * 4u + 2u) >> 2u] >> (((unit * 4u + 2u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value2) == 0x80000000u));
      sum = select(fma(value3, x[((indices[(unit * 4u + 3u) >> 2u] >> (((unit * 4u + 3u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value3) == 0x80000000u));
      step++;
    }
    y[row] = sum;
  }
}
