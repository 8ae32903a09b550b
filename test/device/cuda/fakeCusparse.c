// A cuSPARSE for f32 that multiplies on the host, beside fakeCuda.c. Its faults are planted: CSR ALG2 is wrong, COO
// ALG2 is not supported, and BSR does not exist in this version.
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t word;
extern int fakeSubmit(void (*host)(word, word, word), word matrix, word x, word y);
enum { INVALID_VALUE = 3, NOT_SUPPORTED = 10, HANDLE = 0x5a, CSR = 1, COO, SELL };
typedef struct { int format, wrong; long rows, cols, nnz; const int *first, *columns; const float *values; } Matrix;
typedef struct { long length; word data; } Vector;

static void multiply(word matrix, word px, word py) {
  const Matrix *m = (const Matrix *)matrix;
  const float *x = (const float *)px;
  float *y = (float *)py;
  for (long r = 0; r < m->rows; r++) y[r] = 0;
  if (m->format == COO) for (long k = 0; k < m->nnz; k++) y[m->first[k]] += m->values[k] * x[m->columns[k]];
  else for (long r = 0; r < m->rows; r++) {
    int sell = m->format == SELL, step = sell ? 32 : 1;
    int from = sell ? m->first[r / 32] + r % 32 : m->first[r], to = sell ? m->first[r / 32 + 1] : m->first[r + 1];
    for (int k = from; k < to; k += step) if (m->columns[k] >= 0) y[r] += m->values[k] * x[m->columns[k]];
  }
  if (m->wrong) y[0] += 1;
}

static int create(word *out, Matrix m, int index, int base, int type) {
  if (index != 2 || base != 0 || type != 0) return INVALID_VALUE;
  Matrix *copy = malloc(sizeof m);
  *copy = m, *out = (word)copy;
  return 0;
}

int cusparseCreate(word *h) { *h = HANDLE; return 0; }
int cusparseDestroy(word h) { return h != HANDLE; }
int cusparseGetVersion(word h, int *v) { *v = 12603; return h != HANDLE; }
int cusparseSetStream(word h, word s) { return h != HANDLE || !s; }
int cusparseCreateDnVec(word *d, long n, word p, int type) {
  Vector *v = malloc(sizeof *v);
  *v = (Vector){n, p}, *d = (word)v;
  return type ? INVALID_VALUE : 0;
}
int cusparseDestroyDnVec(word d) { free((void *)d); return 0; }
int cusparseDestroySpMat(word d) { free((void *)d); return 0; }
int cusparseCreateCsr(word *d, long r, long c, long n, int *o, int *i, float *v, int ot, int it, int base, int type) {
  return create(d, (Matrix){CSR, 0, r, c, n, o, i, v}, ot == it ? it : 0, base, type);
}
int cusparseCreateCoo(word *d, long r, long c, long n, int *o, int *i, float *v, int it, int base, int type) {
  return create(d, (Matrix){COO, 0, r, c, n, o, i, v}, it, base, type);
}
int cusparseCreateSlicedEll(word *d, long r, long c, long n, long size, long slice, int *o, int *i, float *v, int ot,
                            int it, int base, int type) {
  if (slice != 32 || size < n || size != o[(r + 31) / 32]) return INVALID_VALUE;
  return create(d, (Matrix){SELL, 0, r, c, n, o, i, v}, ot == it ? it : 0, base, type);
}

static int check(word h, int op, float *alpha, Matrix *m, Vector *x, float *beta, Vector *y, int type, int algorithm) {
  if (h != HANDLE || op || *alpha != 1 || *beta != 0 || type) return INVALID_VALUE;
  if (x->length != m->cols || y->length != m->rows) return INVALID_VALUE;
  m->wrong = algorithm == 3;
  return algorithm == 4 ? NOT_SUPPORTED : 0;
}
int cusparseSpMV_bufferSize(word h, int op, float *a, Matrix *m, Vector *x, float *b, Vector *y, int t, int alg, size_t *n) {
  *n = 24;
  return check(h, op, a, m, x, b, y, t, alg);
}
int cusparseSpMV(word h, int op, float *a, Matrix *m, Vector *x, float *b, Vector *y, int t, int alg, word workspace) {
  if (!workspace) return INVALID_VALUE;
  int status = check(h, op, a, m, x, b, y, t, alg);
  return status ? status : fakeSubmit(multiply, (word)m, x->data, y->data);
}
int cusparseSpMV_preprocess(word h, int op, float *a, Matrix *m, Vector *x, float *b, Vector *y, int t, int alg, word w) {
  return w ? check(h, op, a, m, x, b, y, t, alg) : INVALID_VALUE;
}
