// COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → SET_COMPRESSION(models=false narrow=false) → THREAD_TOTAL_RED → GMEM_STORE
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
  const unsigned int thread_of_grid = unit_of_work * 256u + thread;
  const bool is_active = thread_of_grid < 32u;
  const unsigned int bmt = is_active ? thread_of_grid : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = (unsigned int)__ldg((const unsigned int*)indices + (bmt));
    const unsigned int start = (unsigned int)__ldg((const unsigned int*)(indices + 416u) + (bmt));
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned int*)(indices + 416u) + (bmt + 1u));
    #pragma unroll 4
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 1u, ++step) {
      const float value = __ldcs(values + unit);
      sum = fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned int*)(indices + 128u) + (unit))), sum);
    }
    y[row] = sum;
  }
}
