// COMPRESS(emptyRows=drop) → BMW_NNZ_BLOCK(size=64) → BMT_NNZ_BLOCK(size=2) → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_BITMAP_RED → WARP_SEG_RED → GMEM_ATOM_RED
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
  const bool is_active_warp = warp_of_grid < 2u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 32u;
  const unsigned int first_bmt = min((32u * bmw), 36u);
  const unsigned int bmt_count = min((32u * (bmw + 1u)), 36u) - min((32u * bmw), 36u);
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  float head = 0;
  bool started = true;
  unsigned int bits = 1u;
  unsigned int first_position = 0u;
  unsigned int position = 0u;
  if (is_active) {
    bits = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    first_position = (unsigned int)__ldg((const unsigned char*)(indices + 48u) + (bmt));
    position = first_position;
    started = false;
    const unsigned int start = min((64u * bmw), 72u) + lane;
    {
      const unsigned int unit0 = start + 0u * bmt_count;
      const unsigned int unit1 = start + 1u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)(indices + 96u) + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)(indices + 96u) + (unit1));
      const float x0_0 = __ldg(x + (packed0));
      const float x1_0 = __ldg(x + (packed1));
      if ((bits >> (0u)) & 1u) {
        if ((0u) > 0u) {
          if (started) { atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (position)), sum); } else { head = sum; }
          ++position;
          sum = 0;
        }
        started = true;
      }
      sum = fma(value0, x0_0, sum);
      if ((bits >> (1u)) & 1u) {
        if (started) { atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (position)), sum); } else { head = sum; }
        ++position;
        sum = 0;
        started = true;
      }
      sum = fma(value1, x1_0, sum);
    }
    if (!started) { head = sum; }
  }
  { bool stops = started;
    { const float other = __shfl_down_sync(0xffffffffu, head, 1, 32);
      const bool other_stops = __shfl_down_sync(0xffffffffu, (int)stops, 1, 32) != 0;
      if (lane + 1u < 32u && !stops) { head += other; stops = other_stops; } }
    { const float other = __shfl_down_sync(0xffffffffu, head, 2, 32);
      const bool other_stops = __shfl_down_sync(0xffffffffu, (int)stops, 2, 32) != 0;
      if (lane + 2u < 32u && !stops) { head += other; stops = other_stops; } }
    { const float other = __shfl_down_sync(0xffffffffu, head, 4, 32);
      const bool other_stops = __shfl_down_sync(0xffffffffu, (int)stops, 4, 32) != 0;
      if (lane + 4u < 32u && !stops) { head += other; stops = other_stops; } }
    { const float other = __shfl_down_sync(0xffffffffu, head, 8, 32);
      const bool other_stops = __shfl_down_sync(0xffffffffu, (int)stops, 8, 32) != 0;
      if (lane + 8u < 32u && !stops) { head += other; stops = other_stops; } }
    { const float other = __shfl_down_sync(0xffffffffu, head, 16, 32);
      const bool other_stops = __shfl_down_sync(0xffffffffu, (int)stops, 16, 32) != 0;
      if (lane + 16u < 32u && !stops) { head += other; stops = other_stops; } }
  }
  const float next_head = __shfl_down_sync(0xffffffffu, head, 1, 32);
  if (lane + 1u < 32u) sum += next_head;
  if (is_active && started) {
    atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (position)), sum);
  }
  if (is_active && lane == 0u && (bits & 1u) == 0u) {
    atomicAdd(y + (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (first_position)), head);
  }
}
