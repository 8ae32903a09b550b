// COMPRESS(emptyRows=drop) → BMT_ROW_BLOCK(rows=2) → SET_RESOURCES(threads=32) → THREAD_BITMAP_RED → GMEM_STORE
#pragma nv_diag_suppress 177 // some shapes leave a name unused
extern "C" __global__ void __launch_bounds__(32)
spmv(const float* __restrict__ x, float* __restrict__ y, const float* __restrict__ values, const unsigned char* __restrict__ indices) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const unsigned int block = blockIdx.x;
  const unsigned int thread = threadIdx.x;
  if (block < 1u) {
    const unsigned int unit_of_work = block;
    const unsigned int thread_of_grid = unit_of_work * 32u + thread;
    const bool is_active = thread_of_grid < 11u;
    const unsigned int bmt = is_active ? thread_of_grid : 0u;
    float sum = 0;
    if (is_active) {
      const unsigned int bits = (unsigned int)__ldg((const unsigned short*)indices + (bmt));
      unsigned int position = (2u * bmt);
      const unsigned int start = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmt));
      const unsigned int unit_end = (unsigned int)__ldg((const unsigned char*)(indices + 112u) + (bmt + 1u));
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
        if (there0) {
          if ((bits >> (step + 0u)) & 1u) {
            if ((step + 0u) > 0u) {
              y[(unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position))] = sum;
              ++position;
              sum = 0;
            }
          }
          sum = fma(value0, x0_0, sum);
        }
        if (there1) {
          if ((bits >> (step + 1u)) & 1u) {
            if ((step + 1u) > 0u) {
              y[(unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position))] = sum;
              ++position;
              sum = 0;
            }
          }
          sum = fma(value1, x1_0, sum);
        }
        if (there2) {
          if ((bits >> (step + 2u)) & 1u) {
            if ((step + 2u) > 0u) {
              y[(unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position))] = sum;
              ++position;
              sum = 0;
            }
          }
          sum = fma(value2, x2_0, sum);
        }
        if (there3) {
          if ((bits >> (step + 3u)) & 1u) {
            if ((step + 3u) > 0u) {
              y[(unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position))] = sum;
              ++position;
              sum = 0;
            }
          }
          sum = fma(value3, x3_0, sum);
        }
      }
      y[(unsigned int)__ldg((const unsigned char*)(indices + 128u) + (position))] = sum;
    }
  }
  else if (block < 2u) {
    const unsigned int cleared = (block - 1u) * 32u + thread;
    if (cleared < 11u) {
      y[(unsigned int)__ldg((const unsigned char*)(indices + 160u) + (cleared))] = 0;
    }
  }
}
