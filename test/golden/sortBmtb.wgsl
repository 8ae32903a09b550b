// COMPRESS → BMTB_ROW_BLOCK(size=8) → SORT_BMTB → BMT_ROW_BLOCK → INTERLEAVED_STORAGE → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  let first_bmt = (8u * bmtb);
  let bmt_count = 8u;
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  var sum = 0.0;
  if (is_active) {
    let row = ((indices[(bmt) >> 2u] >> (((bmt) & 3u) * 8u)) & 255u);
    let first_diagonal = ((indices[(bmtb + 112u) >> 2u] >> (((bmtb + 112u) & 3u) * 8u)) & 255u);
    let diagonal_end = ((indices[(bmtb + 1u + 112u) >> 2u] >> (((bmtb + 1u + 112u) & 3u) * 8u)) & 255u);
    for (var diagonal = first_diagonal; diagonal < diagonal_end; diagonal++) {
      let unit = ((indices[(diagonal + 128u) >> 2u] >> (((diagonal + 128u) & 3u) * 8u)) & 255u) + in_block;
      if (unit >= ((indices[(diagonal + 1u + 128u) >> 2u] >> (((diagonal + 1u + 128u) & 3u) * 8u)) & 255u)) { break; }
      let step = diagonal - first_diagonal;
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit + 32u) >> 2u] >> (((unit + 32u) & 3u) * 8u)) & 255u)], sum);
    }
    y[row] = sum;
  }
}
