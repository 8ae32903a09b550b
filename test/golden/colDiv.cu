// COL_DIV(by=parts) { SORT_SUB → COMPRESS → BMW_ROW_BLOCK → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_ATOM_RED ; COMPRESS(emptyRows=drop) → BMW_NNZ_BLOCK(size=32) → BMT_NNZ_BLOCK(size=1) → SET_RESOURCES → THREAD_TOTAL_RED → WARP_SEG_RED → GMEM_ATOM_RED }
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
  if (block < 1u) {
    const unsigned int unit_of_work = block;
    const unsigned int warp_of_grid = unit_of_work * 8u + thread / 32u;
    const bool is_active_warp = warp_of_grid < 1u;
    const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
    const unsigned int lane = thread % 32u;
    const unsigned int first_bmt = (19u * bmw);
    const unsigned int bmt_count = 19u;
    const bool is_active = is_active_warp && lane < bmt_count;
    const unsigned int bmt = is_active ? first_bmt + lane : 0u;
    float sum = 0;
    if (is_active) {
      const unsigned int row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
      const unsigned int start = (133u * bmw) + lane;
      {
        const unsigned int unit0 = start + 0u * bmt_count;
        const unsigned int unit1 = start + 1u * bmt_count;
        const unsigned int unit2 = start + 2u * bmt_count;
        const unsigned int unit3 = start + 3u * bmt_count;
        const float value0 = __ldcs(values + unit0);
        const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit0));
        const float value1 = __ldcs(values + unit1);
        const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit1));
        const float value2 = __ldcs(values + unit2);
        const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit2));
        const float value3 = __ldcs(values + unit3);
        const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit3));
        const float x0_0 = __ldg(x + (packed0));
        const float x1_0 = __ldg(x + (packed1));
        const float x2_0 = __ldg(x + (packed2));
        const float x3_0 = __ldg(x + (packed3));
        sum = __float_as_uint(value0) == 0x80000000u ? sum : fma(value0, x0_0, sum);
        sum = __float_as_uint(value1) == 0x80000000u ? sum : fma(value1, x1_0, sum);
        sum = __float_as_uint(value2) == 0x80000000u ? sum : fma(value2, x2_0, sum);
        sum = __float_as_uint(value3) == 0x80000000u ? sum : fma(value3, x3_0, sum);
      }
      {
        const unsigned int unit0 = start + 4u * bmt_count;
        const unsigned int unit1 = start + 5u * bmt_count;
        const unsigned int unit2 = start + 6u * bmt_count;
        const float value0 = __ldcs(values + unit0);
        const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit0));
        const float value1 = __ldcs(values + unit1);
        const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit1));
        const float value2 = __ldcs(values + unit2);
        const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit2));
        const float x0_0 = __ldg(x + (packed0));
        const float x1_0 = __ldg(x + (packed1));
        const float x2_0 = __ldg(x + (packed2));
        sum = __float_as_uint(value0) == 0x80000000u ? sum : fma(value0, x0_0, sum);
        sum = __float_as_uint(value1) == 0x80000000u ? sum : fma(value1, x1_0, sum);
        sum = __float_as_uint(value2) == 0x80000000u ? sum : fma(value2, x2_0, sum);
      }
      atomicAdd(y + row, sum);
    }
  }
  else if (block < 2u) {
    const unsigned int unit_of_work = (block - 1u);
    const unsigned int warp_of_grid = unit_of_work * 8u + thread / 32u;
    const bool is_active_warp = warp_of_grid < 1u;
    const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
    const unsigned int lane = thread % 32u;
    const unsigned int first_bmt = (22u * bmw);
    const unsigned int bmt_count = 22u;
    const bool is_active = is_active_warp && lane < bmt_count;
    const unsigned int bmt = is_active ? first_bmt + lane : 0u;
    float sum = 0;
    unsigned int row = 0xffffffffu;
    if (is_active) {
      row = (unsigned int)__ldg((const unsigned char*)(indices + 176u) + (bmt));
      const unsigned int start = bmt;
      {
        const unsigned int unit0 = start + 0u;
        const float value = __ldcs((values + 136u) + unit0);
        const unsigned int packed = (unsigned int)__ldcs((const unsigned char*)(indices + 208u) + (unit0));
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
}
