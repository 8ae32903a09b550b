// COMPRESS(emptyRows=drop) → BMTB_ROW_BLOCK(size=4) → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → WARP_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_STORE
enable subgroups;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> indices: array<u32>;
var<workgroup> partial_sums: array<f32, 4>;
fn shuffle_xor(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleXor(value, distance); }
fn shuffle_down(thread: u32, value: f32, distance: u32) -> f32 { return subgroupShuffleDown(value, distance); }
fn shuffle_down_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleDown(value, distance); }
fn shuffle_up_u32(thread: u32, value: u32, distance: u32) -> u32 { return subgroupShuffleUp(value, distance); }
@compute @workgroup_size(32)
fn spmv(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = workgroup.x + workgroup.y * grid.x;
  if (block < 6u) {
    let unit_of_work = block;
    let bmtb = unit_of_work;
    let first_bmw = min((4u * bmtb), 21u);
    let bmw_count = min((4u * (bmtb + 1u)), 21u) - min((4u * bmtb), 21u);
    let in_block = thread / 4u;
    let is_active_warp = in_block < bmw_count;
    let bmw = select(0u, first_bmw + in_block, is_active_warp);
    let lane = thread % 4u;
    let first_bmt = (4u * bmw);
    let bmt_count = 4u;
    let is_active = is_active_warp && lane < bmt_count;
    let bmt = select(0u, first_bmt + lane, is_active);
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
    }
    sum += shuffle_xor(thread, sum, 2u);
    sum += shuffle_xor(thread, sum, 1u);
    if (is_active_warp && lane == 0u) { partial_sums[in_block] = sum; }
    let first_row = (4u * bmtb);
    let row_end = min((4u * bmtb + 4u), 21u);
    workgroupBarrier();
    for (var position = first_row + thread; position < row_end; position += 32u) {
      var begin = position;
      var end = (position + 1u);
      var sum = 0.0;
      for (var p = begin; p < end; p++) { sum += partial_sums[p - first_bmw]; }
      y[((indices[(position + 176u) >> 2u] >> (((position + 176u) & 3u) * 8u)) & 255u)] = sum;
    }
  }
  else if (block < 7u) {
    let cleared = (block - 6u) * 32u + thread;
    if (cleared < 11u) {
      y[((indices[(cleared + 208u) >> 2u] >> (((cleared + 208u) & 3u) * 8u)) & 255u)] = 0.0;
    }
  }
}
