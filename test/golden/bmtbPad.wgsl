// COMPRESS → BMTB_ROW_BLOCK(size=8) → BMTB_PAD(multiple=8) → BMT_COL_BLOCK(by=width size=4) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 14>;
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  let first_bmt = ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let bmt_count = ((indices[(bmtb + 1u) >> 2u] >> (((bmtb + 1u) & 3u) * 8u)) & 255u) - ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = ((indices[(bmt + 112u) >> 2u] >> (((bmt + 112u) & 3u) * 8u)) & 255u);
    let unit_end = ((indices[(bmt + 1u + 112u) >> 2u] >> (((bmt + 1u + 112u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit];
      sum = select(fma(value0, x[((indices[(unit + 16u) >> 2u] >> (((unit + 16u) & 3u) * 8u)) & 255u)], sum), sum, (bitcast<u32>(value0) == 0x80000000u));
      step++;
    }
    partial_sums[in_block] = sum;
  }
  let first_row = (8u * bmtb);
  let row_end = (8u * bmtb + 8u);
  workgroupBarrier();
  for (var position = first_row + thread; position < row_end; position += 32u) {
    var begin = ((indices[(position + 160u) >> 2u] >> (((position + 160u) & 3u) * 8u)) & 255u);
    var end = ((indices[(position + 1u + 160u) >> 2u] >> (((position + 1u + 160u) & 3u) * 8u)) & 255u);
    var sum = 0.0;
    for (var p = begin; p < end; p++) { sum += partial_sums[p - first_bmt]; }
    y[position] = sum;
  }
}
