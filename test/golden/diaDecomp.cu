// DIA_DECOMP { COMPRESS → BMT_ROW_BLOCK → BMT_PAD(to=leaf) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(256)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int thread_of_grid = unit_of_work * 256u + thread;
  const bool is_active = thread_of_grid < 36u;
  const unsigned int bmt = is_active ? thread_of_grid : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = bmt;
    const unsigned int start = (180u * 0u) + bmt;
    {
      const unsigned int unit = start + 0u * 36u;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)min(max((int)row + (-6), 0), 35)), sum);
    }
    {
      const unsigned int unit = start + 1u * 36u;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)min(max((int)row + (-1), 0), 35)), sum);
    }
    {
      const unsigned int unit = start + 2u * 36u;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)min(max((int)row + 0, 0), 35)), sum);
    }
    {
      const unsigned int unit = start + 3u * 36u;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)min(max((int)row + 1, 0), 35)), sum);
    }
    {
      const unsigned int unit = start + 4u * 36u;
      const float value = __ldcs(values + unit);
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, __ldg(x + (unsigned int)min(max((int)row + 6, 0), 35)), sum);
    }
    y[row] = sum;
  }
}
