// COMPRESS(emptyRows=drop) → BMTB_NNZ_BLOCK(size=20) → BMT_COL_BLOCK(by=width size=3) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_ATOM_RED
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 9>;
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
  let bmtb = unit_of_work;
  let first_bmt = ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let bmt_count = ((indices[(bmtb + 1u) >> 2u] >> (((bmtb + 1u) & 3u) * 8u)) & 255u) - ((indices[(bmtb) >> 2u] >> (((bmtb) & 3u) * 8u)) & 255u);
  let in_block = thread;
  let is_active = in_block < bmt_count;
  let bmt = select(0u, first_bmt + in_block, is_active);
  var sum = 0.0;
  if (is_active) {
    let start = ((indices[(bmt + 96u) >> 2u] >> (((bmt + 96u) & 3u) * 8u)) & 255u);
    let unit_end = ((indices[(bmt + 1u + 96u) >> 2u] >> (((bmt + 1u + 96u) & 3u) * 8u)) & 255u);
    var step = 0u;
    for (var unit = start; unit < unit_end; unit += 1u) {
      let value0 = values[unit];
      sum = fma(value0, x[((indices[(unit + 16u) >> 2u] >> (((unit + 16u) & 3u) * 8u)) & 255u)], sum);
      step++;
    }
    partial_sums[in_block] = sum;
  }
  let first_row = ((indices[(bmtb + 144u) >> 2u] >> (((bmtb + 144u) & 3u) * 8u)) & 255u);
  let row_end = ((indices[(bmtb + 160u) >> 2u] >> (((bmtb + 160u) & 3u) * 8u)) & 255u);
  workgroupBarrier();
  for (var position = first_row + thread; position < row_end; position += 32u) {
    var begin = ((indices[(position + 176u) >> 2u] >> (((position + 176u) & 3u) * 8u)) & 255u);
    var end = ((indices[(position + 1u + 176u) >> 2u] >> (((position + 1u + 176u) & 3u) * 8u)) & 255u);
    begin = max(begin, first_bmt);
    end = min(end, ((indices[(bmtb + 1u) >> 2u] >> (((bmtb + 1u) & 3u) * 8u)) & 255u));
    var sum = 0.0;
    for (var p = begin; p < end; p++) { sum += partial_sums[p - first_bmt]; }
    add_to_y(((indices[(position + 208u) >> 2u] >> (((position + 208u) & 3u) * 8u)) & 255u), sum);
  }
}
