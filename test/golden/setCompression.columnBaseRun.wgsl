// COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → SET_COMPRESSION(columnBase=run) → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let thread_of_grid = unit_of_work * 256u + thread;
  let is_active = thread_of_grid < 400u;
  let bmt = select(0u, thread_of_grid, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = bmt;
    let start = ((indices[(bmt + 1000u) >> 1u] >> (((bmt + 1000u) & 1u) * 16u)) & 65535u);
    let unit_end = ((indices[(bmt + 1u + 1000u) >> 1u] >> (((bmt + 1u + 1000u) & 1u) * 16u)) & 65535u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(((unit) >> 7u) + 1408u) >> 1u] >> (((((unit) >> 7u) + 1408u) & 1u) * 16u)) & 65535u) + ((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
    y[row] = sum;
  }
}
