// COMPRESS(emptyRows=drop) → BMW_NNZ_BLOCK(size=32) → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_ATOM_RED
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
  const unsigned int warp_of_grid = unit_of_work * 8u + thread / 32u;
  const bool is_active_warp = warp_of_grid < 3u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 32u;
  const unsigned int first_bmt = min((32u * bmw), 72u);
  const unsigned int bmt_count = min((32u * (bmw + 1u)), 72u) - min((32u * bmw), 72u);
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  unsigned int row = 0xffffffffu;
  if (is_active) {
    row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    const unsigned int start = bmt;
    {
      const unsigned int unit0 = start + 0u;
      const float value = __ldcs(values + unit0);
      const unsigned int packed = (unsigned int)__ldcs((const unsigned char*)(indices + 80u) + (unit0));
      const float x_0 = __ldg(x + (packed));
      sum = fma(value, x_0, sum);
    }
  }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 1, 32);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 1, 32);
    if (lane + 1u < 32u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 2, 32);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 2, 32);
    if (lane + 2u < 32u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 4, 32);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 4, 32);
    if (lane + 4u < 32u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 8, 32);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 8, 32);
    if (lane + 8u < 32u && other_row == row) sum += other; }
  { const float other = __shfl_down_sync(0xffffffffu, sum, 16, 32);
    const unsigned int other_row = __shfl_down_sync(0xffffffffu, row, 16, 32);
    if (lane + 16u < 32u && other_row == row) sum += other; }
  const unsigned int row_before = __shfl_up_sync(0xffffffffu, row, 1, 32);
  const bool heads_segment = is_active && (lane == 0u || row_before != row);
  if (heads_segment) {
    atomicAdd(y + row, sum);
  }
}
