// COMPRESS(emptyRows=drop) → BMTB_NNZ_BLOCK(size=20) → BMT_COL_BLOCK(by=width size=3) → SET_RESOURCES(threads=32) → THREAD_TOTAL_RED → SHMEM_OFFSET_RED → GMEM_ATOM_RED
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
  __shared__ float partial_sums[9];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  const unsigned int unit_of_work = block;
  const unsigned int bmtb = unit_of_work;
  const unsigned int first_bmt = (unsigned int)__ldg((const unsigned char*)indices + (bmtb));
  const unsigned int bmt_count = (unsigned int)__ldg((const unsigned char*)indices + (bmtb + 1u)) - (unsigned int)__ldg((const unsigned char*)indices + (bmtb));
  const unsigned int in_block = thread;
  const bool is_active = in_block < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + in_block : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 96u) + (bmt));
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 96u) + (bmt + 1u));
    #pragma unroll 4
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 1u, ++step) {
      const float value = __ldcs(values + unit);
      sum = fma(value, __ldg(x + (unsigned int)__ldcs((const unsigned char*)(indices + 16u) + (unit))), sum);
    }
    partial_sums[in_block] = sum;
  }
  const unsigned int first_row = (unsigned int)__ldg((const unsigned char*)(indices + 144u) + (bmtb));
  const unsigned int row_end = (unsigned int)__ldg((const unsigned char*)(indices + 160u) + (bmtb));
  __syncthreads();
  for (unsigned int position = first_row + thread; position < row_end; position += 32u) {
    unsigned int begin = (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (position));
    unsigned int end = (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (position + 1u));
    begin = max(begin, first_bmt);
    end = min(end, (unsigned int)__ldg((const unsigned char*)indices + (bmtb + 1u)));
    float sum = 0;
    for (unsigned int p = begin; p < end; ++p) sum += partial_sums[p - first_bmt];
    atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 208u) + (position)), sum);
  }
}
