// COMPRESS → BMTB_ROW_BLOCK(size=8) → SORT_BMTB → BMT_ROW_BLOCK → INTERLEAVED_STORAGE → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → GMEM_STORE
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(32)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int bmtb = unit_of_work;
  const unsigned int first_bmt = (8u * bmtb);
  const unsigned int bmt_count = 8u;
  const unsigned int in_block = thread;
  const bool is_active = in_block < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + in_block : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    const unsigned int first_diagonal = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmtb));
    const unsigned int diagonal_end = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmtb + 1u));
    #pragma unroll 4
    for (unsigned int diagonal = first_diagonal; diagonal < diagonal_end; ++diagonal) {
      const unsigned int unit = (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal)) + in_block;
      if (unit >= (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 1u))) break;
      const unsigned int step = diagonal - first_diagonal;
      const float value = __ldcs(values + unit);
      sum = fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit))), sum);
    }
    y[row] = sum;
  }
}
