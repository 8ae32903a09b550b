// COMPRESS → BMT_ROW_BLOCK → SET_RESOURCES → SET_COMPRESSION(columnBase=run) → THREAD_TOTAL_RED → GMEM_STORE
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
  const bool is_active = thread_of_grid < 400u;
  const unsigned int bmt = is_active ? thread_of_grid : 0u;
  float sum = 0;
  if (is_active) {
    const unsigned int row = bmt;
    const unsigned int start = (unsigned int)__ldg((const unsigned short*)(indices + 2000u) + (bmt));
    const unsigned int unit_end = (unsigned int)__ldg((const unsigned short*)(indices + 2000u) + (bmt + 1u));
    for (unsigned int unit = start, step = 0u; unit < unit_end; unit += 4u * 1u, step += 4u) {
      const unsigned int unit0 = unit + 0u * 1u;
      const bool there0 = unit0 < unit_end;
      const unsigned int unit1 = unit + 1u * 1u;
      const bool there1 = unit1 < unit_end;
      const unsigned int unit2 = unit + 2u * 1u;
      const bool there2 = unit2 < unit_end;
      const unsigned int unit3 = unit + 3u * 1u;
      const bool there3 = unit3 < unit_end;
      float value0 = {}; if (there0) value0 = __ldcs(values + unit0);
      unsigned int packed0 = {}; if (there0) packed0 = (unsigned int)__ldcs((const unsigned char*)indices + (unit0));
      float value1 = {}; if (there1) value1 = __ldcs(values + unit1);
      unsigned int packed1 = {}; if (there1) packed1 = (unsigned int)__ldcs((const unsigned char*)indices + (unit1));
      float value2 = {}; if (there2) value2 = __ldcs(values + unit2);
      unsigned int packed2 = {}; if (there2) packed2 = (unsigned int)__ldcs((const unsigned char*)indices + (unit2));
      float value3 = {}; if (there3) value3 = __ldcs(values + unit3);
      unsigned int packed3 = {}; if (there3) packed3 = (unsigned int)__ldcs((const unsigned char*)indices + (unit3));
      float x0_0 = {}; if (there0) x0_0 = __ldg(x + ((unsigned int)__ldg((const unsigned short*)(indices + 2816u) + (((unit0) >> 7u))) + packed0));
      float x1_0 = {}; if (there1) x1_0 = __ldg(x + ((unsigned int)__ldg((const unsigned short*)(indices + 2816u) + (((unit1) >> 7u))) + packed1));
      float x2_0 = {}; if (there2) x2_0 = __ldg(x + ((unsigned int)__ldg((const unsigned short*)(indices + 2816u) + (((unit2) >> 7u))) + packed2));
      float x3_0 = {}; if (there3) x3_0 = __ldg(x + ((unsigned int)__ldg((const unsigned short*)(indices + 2816u) + (((unit3) >> 7u))) + packed3));
      sum = fma(value0, x0_0, sum);
      sum = fma(value1, x1_0, sum);
      sum = fma(value2, x2_0, sum);
      sum = fma(value3, x3_0, sum);
    }
    y[row] = sum;
  }
}
