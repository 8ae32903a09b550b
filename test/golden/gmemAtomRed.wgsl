// COMPRESS → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_ATOM_RED
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
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let thread_of_grid = unit_of_work * 256u + thread;
  let is_active = thread_of_grid < 72u;
  let bmt = select(0u, thread_of_grid, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
    let start = bmt;
    {
      let unit = start + 0u;
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit + 80u) >> 2u] >> (((unit + 80u) & 3u) * 8u)) & 255u)], sum);
    }
    add_to_y(row, sum);
  }
}
