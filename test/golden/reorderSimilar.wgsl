// REORDER_SIMILAR → COMPRESS → BMTB_ROW_BLOCK(by=entries size=64) → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_STORE
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 62>;
@compute @workgroup_size(256)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  let unit_of_work = block;
  let bmtb = unit_of_work;
  let first_bmt = min((62u * bmtb), 72u);
  let bmt_count = min((62u * (bmtb + 1u)), 72u) - min((62u * bmtb), 72u);
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = bmt;
    {
      let unit = start + 0u;
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit) >> 2u] >> (((unit) & 3u) * 8u)) & 255u)], sum);
    }
    partial_sums[in_block] = sum;
  }
  let first_row = (14u * bmtb);
  let row_end = (18u * bmtb + 14u);
  workgroupBarrier();
  for (var position = first_row + thread; position < row_end; position += 256u) {
    var begin = ((indices[(position + 80u) >> 2u] >> (((position + 80u) & 3u) * 8u)) & 255u);
    var end = ((indices[(position + 1u + 80u) >> 2u] >> (((position + 1u + 80u) & 3u) * 8u)) & 255u);
    var sum = 0.0;
    for (var p = begin; p < end; p++) { sum += partial_sums[p - first_bmt]; }
    y[((indices[(position + 128u) >> 2u] >> (((position + 128u) & 3u) * 8u)) & 255u)] = sum;
  }
}
