// COMPRESS → BMW_ROW_BLOCK(rows=2) → BMT_COL_BLOCK(size=4 group=2) → SET_RESOURCES(threads=64) → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_STORE
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(64)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int warp_of_grid = unit_of_work * 8u + thread / 8u;
  const bool is_active_warp = warp_of_grid < 16u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 8u;
  const unsigned int first_bmt = (8u * bmw);
  const unsigned int bmt_count = 8u;
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  unsigned int row = 0xffffffffu;
  if (is_active) {
    row = ((bmt) / 4u);
    const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 80u) + (bmt));
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 80u) + (bmt + 1u));
    #pragma unroll 4
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 1u, ++step) {
      const float value = __ldcs(values + unit);
      sum = fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)indices + (unit))), sum);
    }
  }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 1, 8);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 1, 8);
    if (lane + 1u < 8u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 2, 8);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 2, 8);
    if (lane + 2u < 8u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 4, 8);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 4, 8);
    if (lane + 4u < 8u && other_row == row) sum += other; }
  const unsigned int row_before = __shfl_up_sync(0xffffffffu, row, 1, 8);
  const bool heads_segment = is_active && (lane == 0u || row_before != row);
  if (heads_segment) {
    y[row] = sum;
  }
}
