// SORT → COMPRESS → BMW_ROW_BLOCK(rows=8) → BMT_ROW_BLOCK → INTERLEAVED_STORAGE → SET_RESOURCES → THREAD_TOTAL_RED → GMEM_STORE
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
  const unsigned int warp_of_grid = unit_of_work * 32u + thread / 8u;
  const bool is_active_warp = warp_of_grid < 4u;
  const unsigned int bmw = is_active_warp ? warp_of_grid : 0u;
  const unsigned int lane = thread % 8u;
  const unsigned int first_bmt = (8u * bmw);
  const unsigned int bmt_count = 8u;
  const bool is_active = is_active_warp && lane < bmt_count;
  const unsigned int bmt = is_active ? first_bmt + lane : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = (unsigned int)__ldg((const unsigned char*)indices + (bmt));
    const unsigned int first_diagonal = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmw));
    const unsigned int diagonal_end = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmw + 1u));
    for (unsigned int diagonal = first_diagonal; diagonal < diagonal_end; diagonal += 4u) {
      unsigned int unit0 = 0u;
      bool there0 = diagonal + 0u < diagonal_end;
      if (there0) {
        unit0 = (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 0u)) + lane;
        there0 = unit0 < (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 1u));
      }
      unsigned int unit1 = 0u;
      bool there1 = diagonal + 1u < diagonal_end;
      if (there1) {
        unit1 = (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 1u)) + lane;
        there1 = unit1 < (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 2u));
      }
      unsigned int unit2 = 0u;
      bool there2 = diagonal + 2u < diagonal_end;
      if (there2) {
        unit2 = (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 2u)) + lane;
        there2 = unit2 < (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 3u));
      }
      unsigned int unit3 = 0u;
      bool there3 = diagonal + 3u < diagonal_end;
      if (there3) {
        unit3 = (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 3u)) + lane;
        there3 = unit3 < (unsigned int)__ldg((const unsigned char*)(indices + 128u) + (diagonal + 4u));
      }
      float value0 = {}; if (there0) value0 = __ldcs(values + unit0);
      unsigned int packed0 = {}; if (there0) packed0 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit0));
      float value1 = {}; if (there1) value1 = __ldcs(values + unit1);
      unsigned int packed1 = {}; if (there1) packed1 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit1));
      float value2 = {}; if (there2) value2 = __ldcs(values + unit2);
      unsigned int packed2 = {}; if (there2) packed2 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit2));
      float value3 = {}; if (there3) value3 = __ldcs(values + unit3);
      unsigned int packed3 = {}; if (there3) packed3 = (unsigned int)__ldcs((const unsigned char*)(indices + 32u) + (unit3));
      float x0_0 = {}; if (there0) x0_0 = __ldg(x + (packed0));
      float x1_0 = {}; if (there1) x1_0 = __ldg(x + (packed1));
      float x2_0 = {}; if (there2) x2_0 = __ldg(x + (packed2));
      float x3_0 = {}; if (there3) x3_0 = __ldg(x + (packed3));
      sum = fma(value0, x0_0, sum);
      sum = fma(value1, x1_0, sum);
      sum = fma(value2, x2_0, sum);
      sum = fma(value3, x3_0, sum);
    }
    y[row] = sum;
  }
}
