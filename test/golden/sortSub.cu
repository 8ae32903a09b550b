// SORT_SUB(window=8) → COMPRESS → BMW_ROW_BLOCK(rows=4) → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE
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
  const unsigned int warp_of_grid = unit_of_work * 64u + thread / 4u;
  const bool is_active_warp = warp_of_grid < 8u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 4u;
  const unsigned int first_bmt = (4u * bmw);
  const unsigned int bmt_count = 4u;
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 160u) + (bmw)) + lane;
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 160u) + (bmw + 1u));
    #pragma unroll 4
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += bmt_count, ++step) {
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit))), sum);
    }
    y[row] = sum;
  }
}
