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
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 4u * 1u, step += 4u) {
      const unsigned int unit0 = unit + 0u * 1u;
      const bool there0 = unit0 < unit_end;
      const unsigned int unit1 = unit + 1u * 1u;
      const bool there1 = unit1 < unit_end;
      const unsigned int unit2 = unit + 2u * 1u;
      const bool there2 = unit2 < unit_end;
      const unsigned int unit3 = unit + 3u * 1u;
      const bool there3 = unit3 < unit_end;
      float value0 = {}; if (there0) value0 = __ldcs(values + unit0);
      unsigned int packed0 = {}; if (there0) packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      float value1 = {}; if (there1) value1 = __ldcs(values + unit1);
      unsigned int packed1 = {}; if (there1) packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      float value2 = {}; if (there2) value2 = __ldcs(values + unit2);
      unsigned int packed2 = {}; if (there2) packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      float value3 = {}; if (there3) value3 = __ldcs(values + unit3);
      unsigned int packed3 = {}; if (there3) packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
      float x0_0 = {}; if (there0) x0_0 = __ldg(x + (packed0));
      float x1_0 = {}; if (there1) x1_0 = __ldg(x + (packed1));
      float x2_0 = {}; if (there2) x2_0 = __ldg(x + (packed2));
      float x3_0 = {}; if (there3) x3_0 = __ldg(x + (packed3));
      sum = fma(value0, x0_0, sum);
      sum = fma(value1, x1_0, sum);
      sum = fma(value2, x2_0, sum);
      sum = fma(value3, x3_0, sum);
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
