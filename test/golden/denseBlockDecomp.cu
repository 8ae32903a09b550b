// DENSE_BLOCK_DECOMP { COMPRESS → BMW_ROW_BLOCK → BMT_ROW_BLOCK → BMT_PAD → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE ; COMPRESS → BMW_ROW_BLOCK(rows=1) → BMT_COL_BLOCK(size=4) → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → WARP_TOTAL_RED → GMEM_STORE }
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
  const unsigned int warp_of_grid = unit_of_work * 8u + thread / 32u;
  const bool is_active_warp = warp_of_grid < 1u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 32u;
  const unsigned int first_bmt = (24u * bmw);
  const unsigned int bmt_count = 24u;
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = bmt;
    const unsigned int start = (504u * bmw) + lane;
    {
      const unsigned int unit0 = start + 0u * bmt_count;
      const unsigned int unit1 = start + 1u * bmt_count;
      const unsigned int unit2 = start + 2u * bmt_count;
      const unsigned int unit3 = start + 3u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      const float value2 = __ldcs(values + unit2);
      const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      const float value3 = __ldcs(values + unit3);
      const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
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
      const unsigned int unit3 = start + 7u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      const float value2 = __ldcs(values + unit2);
      const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      const float value3 = __ldcs(values + unit3);
      const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
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
      const unsigned int unit0 = start + 8u * bmt_count;
      const unsigned int unit1 = start + 9u * bmt_count;
      const unsigned int unit2 = start + 10u * bmt_count;
      const unsigned int unit3 = start + 11u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      const float value2 = __ldcs(values + unit2);
      const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      const float value3 = __ldcs(values + unit3);
      const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
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
      const unsigned int unit0 = start + 12u * bmt_count;
      const unsigned int unit1 = start + 13u * bmt_count;
      const unsigned int unit2 = start + 14u * bmt_count;
      const unsigned int unit3 = start + 15u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      const float value2 = __ldcs(values + unit2);
      const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      const float value3 = __ldcs(values + unit3);
      const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
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
      const unsigned int unit0 = start + 16u * bmt_count;
      const unsigned int unit1 = start + 17u * bmt_count;
      const unsigned int unit2 = start + 18u * bmt_count;
      const unsigned int unit3 = start + 19u * bmt_count;
      const float value0 = __ldcs(values + unit0);
      const unsigned int packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float value1 = __ldcs(values + unit1);
      const unsigned int packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      const float value2 = __ldcs(values + unit2);
      const unsigned int packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      const float value3 = __ldcs(values + unit3);
      const unsigned int packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
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
      const unsigned int unit0 = start + 20u * bmt_count;
      const float value = __ldcs(values + unit0);
      const unsigned int packed = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      const float x_0 = __ldg(x + (packed));
      sum = __float_as_uint(value) == 0x80000000u ? sum : fma(value, x_0, sum);
    }
    y[row] = sum;
  }
}
