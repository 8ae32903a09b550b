// COMPRESS → BMTB_ROW_BLOCK(size=4) → BMT_ROW_BLOCK → SET_RESOURCES(threads=64 coarsening=3 unroll=2) → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 4>;
@compute @workgroup_size(64)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  for (var turn = 0u; turn < 3u; turn++) {
    let unit_of_work = block * 3u + turn;
    if (unit_of_work < 8u) {
      let bmtb = unit_of_work;
      let first_bmt = (4u * bmtb);
      let bmt_count = 4u;
      let in_block = thread;
      let is_active = in_block < bmt_count;
      let bmt = select(0u, first_bmt + in_block, is_active);
      var sum = 0.0;
      if (is_active) {
        let start = ((indices[(bmt + 80u) >> 2u] >> (((bmt + 80u) & 3u) * 8u)) & 255u);
        let unit_end = ((indices[(bmt + 1u + 80u) >> 2u] >> (((bmt + 1u + 80u) & 3u) * 8u)) & 255u);
        var step = 0u;
        for (var unit = start; unit < unit_end; unit += 1u) {
          let value0 = values[unit];
          sum = fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
          step++;
        }
        partial_sums[in_block] = sum;
      }
      let first_row = (4u * bmtb);
      let row_end = (4u * bmtb + 4u);
      workgroupBarrier();
      for (var position = first_row + thread; position < row_end; position += 64u) {
        var begin = position;
        var end = (position + 1u);
        var sum = 0.0;
        for (var p = begin; p < end; p++) { sum += partial_sums[p - first_bmt]; }
        y[position] = sum;
      }
    }
    workgroupBarrier();
  }
}
