// COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=leaf multiple=4) → INTERLEAVED_STORAGE(vector=4) → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
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
      let value = values[unit];
      sum = select(fma(unpack2x16float(value.x).x, x[((indices[(unit * 4u + 0u) >> 2u] >> (((unit * 4u + 0u) & 3u) * 8u)) & 255u)], sum), sum, ((value.x & 0xffffu) == 0x8000u));
      sum = select(fma(unpack2x16float(value.x).y, x[((indices[(unit * 4u + 1u) >> 2u] >> (((unit * 4u + 1u) & 3u) * 8u)) & 255u)], sum), sum, ((value.x >> 16u) == 0x8000u));
      sum = select(fma(unpack2x16float(value.y).x, x[((indices[(unit * 4u + 2u) >> 2u] >> (((unit * 4u + 2u) & 3u) * 8u)) & 255u)], sum), sum, ((value.y & 0xffffu) == 0x8000u));
      sum = select(fma(unpack2x16float(value.y).y, x[((indices[(unit * 4u + 3u) >> 2u] >> (((unit * 4u + 3u) & 3u) * 8u)) & 255u)], sum), sum, ((value.y >> 16u) == 0x8000u));
    }
    y[row] = sum;
  }
}
