// DENSE_BLOCK_DECOMP { COMPRESS → BMW_ROW_BLOCK → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(256)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int warp_of_grid = unit_of_work * 8u + thread / 32u;
  const bool is_active_warp = warp_of_grid < 1u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 32u;
  const unsigned int first_bmt = (24u * bmw);
  const unsigned int bmt_count = 24u;
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = bmt;
    const unsigned int start = (504u * bmw) + lane;
    #pragma unroll
    for (unsigned int step = 0u; step < 21u; ++step) {
      const unsigned int unit = start + step * bmt_count;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)indices + (unit))), sum);
    }
    y[row] = sum;
  }
}
