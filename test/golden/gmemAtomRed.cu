// COMPRESS → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_ATOM_RED
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void spmv_clear(float* __restrict__ y) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < 32u) y[row] = 0;
}
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
  const bool is_active = thread_of_grid < 72u;
  const unsigned int bmt = is_active ? thread_of_grid : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    const unsigned int start = bmt;
    {
      const unsigned int unit0 = start + 0u;
      const float value = __ldcs(values + unit0);
      const unsigned int packed = (unsigned int)__ldcs((const unsigned char*)(indices + 80u) + (unit0));
      const float x_0 = __ldg(x + (packed));
      sum = fma(value, x_0, sum);
    }
    atomicAdd(y + row, sum);
  }
}
