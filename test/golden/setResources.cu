// COMPRESS → BMTB_ROW_BLOCK(size=4) → BMT_ROW_BLOCK → SET_RESOURCES(threads=64 coarsening=3 unroll=2) → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_STORE
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(64)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  __shared__ float partial_sums[4];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  for (unsigned int turn = 0u; turn < 3u; ++turn) {
    const unsigned int unit_of_work = block * 3u + turn;
    if (unit_of_work < 8u) {
      const unsigned int bmtb = unit_of_work;
      const unsigned int first_bmt = (4u * bmtb);
      const unsigned int bmt_count = 4u;
      const unsigned int in_block = thread;
      const bool is_active = in_block < bmt_count;
      const unsigned int bmt = is_active ? first_bmt + in_block : 0u;
      float sum = 0;
      if (is_active) {
        const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 80u) + (bmt));
        const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 80u) + (bmt + 1u));
        for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 2u * 1u, step += 2u) {
          const unsigned int unit0 = unit + 0u * 1u;
          const bool there0 = unit0 < unit_end;
          const unsigned int unit1 = unit + 1u * 1u;
          const bool there1 = unit1 < unit_end;
          float value0 = {}; if (there0) value0 = __ldcs(values + unit0);
          unsigned int packed0 = {}; if (there0) packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
          float value1 = {}; if (there1) value1 = __ldcs(values + unit1);
          unsigned int packed1 = {}; if (there1) packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
          float x0_0 = {}; if (there0) x0_0 = __ldg(x + (packed0));
          float x1_0 = {}; if (there1) x1_0 = __ldg(x + (packed1));
          sum = fma(value0, x0_0, sum);
          sum = fma(value1, x1_0, sum);
        }
        partial_sums[in_block] = sum;
      }
      const unsigned int first_row = (4u * bmtb);
      const unsigned int row_end = (4u * bmtb + 4u);
      __syncthreads();
      for (unsigned int position = first_row + thread; position < row_end; position += 64u) {
        unsigned int begin = position;
        unsigned int end = (position + 1u);
        float sum = 0;
        for (unsigned int p = begin; p < end; ++p) sum += partial_sums[p - first_bmt];
        y[position] = sum;
      }
    }
    __syncthreads();
  }
}
