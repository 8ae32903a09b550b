// COMPRESS(emptyRows=drop) → BMT_NNZ_BLOCK(rowCost=1) → SET_RESOURCES(threads=32) → THREAD_BITMAP_RED → GMEM_ATOM_RED
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void spmv_clear(float* __restrict__ y) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < 32u) y[row] = 0;
}
extern "C" __global__ void __launch_bounds__(32)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int thread_of_grid = unit_of_work * 32u + thread;
  const bool is_active = thread_of_grid < 12u;
  const unsigned int bmt = is_active ? thread_of_grid : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int bits = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    unsigned int position = (unsigned int)__ldg((const unsigned char*)(indices + 16u) + (bmt));
    const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmt));
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmt + 1u));
    #pragma unroll 4
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 1u, ++step) {
      const float value = __ldcs(values + unit);
      if ((bits >> step) & 1u) {
        if (step > 0u) {
          atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position)), sum);
          ++position;
          sum = 0;
        }
      }
      sum = fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit))), sum);
    }
    atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position)), sum);
  }
}
