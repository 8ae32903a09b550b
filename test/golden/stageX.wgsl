// COMPRESS → BMTB_ROW_BLOCK(size=4) → BMT_ROW_BLOCK → SET_RESOURCES(threads=32 coarsening=2) → STAGE_X → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> staged_x: array<f32, 32>;
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  for (var turn = 0u; turn < 2u; turn++) {
    let unit_of_work = block * 2u + turn;
    let bmtb = unit_of_work;
    let x_first = ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
    let x_count = ((indices[(bmtb + 16u) >> 2u] >> (((bmtb + 16u) & 3u) * 8u)) & 255u);
    for (var i = thread; i < x_count; i += 32u) { staged_x[i] = x[x_first + i]; }
    workgroupBarrier();
    let first_bmt = (4u * bmtb);
    let bmt_count = 4u;
    let in_block = thread;
    let is_active = in_block < bmt_count;
    let bmt = select(0u, first_bmt + in_block, is_active);
    var sum = 0.0;
    if (is_active) {
      let row = bmt;
      let start = ((indices[(bmt + 112u) >> 2u] >> (((bmt + 112u) & 3u) * 8u)) & 255u);
      let unit_end = ((indices[(bmt + 1u + 112u) >> 2u] >> (((bmt + 1u + 112u) & 3u) * 8u)) & 255u);
      var step = 0u;
      for (var unit = start; unit < unit_end; unit += 1u) {
        let value0 = values[unit];
        sum = fma(value0, staged_x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum);
        step++;
      }
      y[row] = sum;
    }
    workgroupBarrier();
  }
}
