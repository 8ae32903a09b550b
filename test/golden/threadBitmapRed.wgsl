// COMPRESS(emptyRows=drop) → BMT_NNZ_BLOCK(size=4) → THREAD_BITMAP_RED → SET_RESOURCES(threads=32) → GMEM_ATOM_RED
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
// WGSL has no floating-point atomicAdd: compare and exchange the bits until no one was faster.
fn add_to_y(row: u32, value: f32) {
  var old = atomicLoad(&y[row]);
  loop {
    let outcome = atomicCompareExchangeWeak(&y[row], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (outcome.exchanged) { break; }
    old = outcome.old_value;
  }
}
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let thread_of_grid = unit_of_work * 32u + thread;
  let is_active = thread_of_grid < 18u;
  let bmt = select(0u, thread_of_grid, is_active);
  var sum = 0.0;
  if (is_active) {
    let bits = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
    var position = ((indices[(bmt + 32u) >> 2u] >> (((bmt + 32u) & 3u) * 8u)) & 255u);
    let start = bmt;
    {
      let unit = start + 0u;
      let value0 = values[unit * 4u];
      let value1 = values[unit * 4u + 1u];
      let value2 = values[unit * 4u + 2u];
      let value3 = values[unit * 4u + 3u];
      if (((bits >> 0u) & 1u) != 0u) {
        if (0u > 0u) {
          add_to_y(((indices[(position + 144u) >> 2u] >> (((position + 144u) & 3u) * 8u)) & 255u), sum);
          position++;
          sum = 0.0;
        }
      }
      sum = fma(value0, x[((indices[(unit * 4u + 0u + 64u) >> 2u] >> (((unit * 4u + 0u + 64u) & 3u) * 8u)) & 255u)], sum);
      if (((bits >> 1u) & 1u) != 0u) {
        add_to_y(((indices[(position + 144u) >> 2u] >> (((position + 144u) & 3u) * 8u)) & 255u), sum);
        position++;
        sum = 0.0;
      }
      sum = fma(value1, x[((indices[(unit * 4u + 1u + 64u) >> 2u] >> (((unit * 4u + 1u + 64u) & 3u) * 8u)) & 255u)], sum);
      if (((bits >> 2u) & 1u) != 0u) {
        add_to_y(((indices[(position + 144u) >> 2u] >> (((position + 144u) & 3u) * 8u)) & 255u), sum);
        position++;
        sum = 0.0;
      }
      sum = fma(value2, x[((indices[(unit * 4u + 2u + 64u) >> 2u] >> (((unit * 4u + 2u + 64u) & 3u) * 8u)) & 255u)], sum);
      if (((bits >> 3u) & 1u) != 0u) {
        add_to_y(((indices[(position + 144u) >> 2u] >> (((position + 144u) & 3u) * 8u)) & 255u), sum);
        position++;
        sum = 0.0;
      }
      sum = fma(value3, x[((indices[(unit * 4u + 3u + 64u) >> 2u] >> (((unit * 4u + 3u + 64u) & 3u) * 8u)) & 255u)], sum);
    }
    add_to_y(((indices[(position + 144u) >> 2u] >> (((position + 144u) & 3u) * 8u)) & 255u), sum);
  }
}
