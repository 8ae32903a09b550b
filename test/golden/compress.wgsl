// COMPRESS(emptyRows=drop) → BMT_ROW_BLOCK → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  if (block < 1u) {
    let unit_of_work = block;
    let thread_of_grid = unit_of_work * 32u + thread;
    let is_active = thread_of_grid < 21u;
    let bmt = select(0u, thread_of_grid, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
      let start = ((indices[(bmt + 112u) >> 2u] >> (((bmt + 112u) & 3u) * 8u)) & 255u);
      let unit_end = ((indices[(bmt + 1u + 112u) >> 2u] >> (((bmt + 1u + 112u) & 3u) * 8u)) & 255u);
      var step = 0u;
      for (var unit = start; unit < unit_end; unit += 1u) {
        let value0 = values[unit];
        sum = fma(value0, x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum);
        step++;
      }
      y[row] = sum;
    }
  }
  else if (block < 2u) {
    let cleared = (block - 1u) * 32u + thread;
    if (cleared < 11u) {
      y[((indices[(cleared + 144u) >> 2u] >> (((cleared + 144u) & 3u) * 8u)) & 255u)] = 0.0;
    }
  }
}
