// A CUDA driver and an NVRTC that play on the host, so that the calls, their arguments and their order can be tested
// without a GPU. Kernels are named after what they do: "csr" multiplies, "crash" breaks the context for good. Generated
// kernels ("spmv_...") multiply by the matrix in the file that ALPHASPARSE_FAKE_MATRIX names, whatever their source says.
// The clock is simulated: 2.5 us a launch on the buffers of the launch before, 7.5 us on others, 1 us a fill.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t word;
enum { ILLEGAL_ADDRESS = 700, OUT_OF_MEMORY = 2, INVALID_VALUE = 1, NOT_FOUND = 500, MOST = 4096 };
typedef struct { int kind; word a, b, c, d, host; unsigned value, gridX, threads, shared; } Op; // 0 launch, 1 fill8, 2 fill32, 3 copy
typedef struct { int length; Op ops[MOST]; } Graph;

static int live, handles, sticky, compiles, launches, downloads, capturing;
static unsigned lastThreads, lastShared, lastGrid;
static double clockUs;
static word lastX;
static Graph *recording;

int fakeLive(void) { return live; }
int fakeHandles(void) { return handles; }
int fakeCompiles(void) { return compiles; }
int fakeLaunches(void) { return launches; }
int fakeDownloads(void) { return downloads; }
int fakeLastThreads(void) { return lastThreads; }
int fakeLastShared(void) { return lastShared; }
int fakeLastGrid(void) { return lastGrid; }

static void multiply(word px, word py, word pvalues, word pindices) {
  const float *x = (const float *)px, *values = (const float *)pvalues;
  float *y = (float *)py;
  const int *offsets = (const int *)pindices + 4;
  int rows = ((const int *)pindices)[0];
  const int *columns = offsets + ((const int *)pindices)[1];
  for (int r = 0; r < rows; r++) {
    float sum = 0;
    for (int k = offsets[r]; k < offsets[r + 1]; k++) sum += values[k] * x[columns[k]];
    y[r] = sum;
  }
}

// The file holds rows, nnz, the offsets and the columns as 32-bit integers, then the values as f32.
static void multiplyFile(word px, word py) {
  static int *head;
  const char *path = getenv("ALPHASPARSE_FAKE_MATRIX");
  if (!head && path) {
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    head = malloc(size);
    if (fread(head, 1, size, file) != (size_t)size) abort();
    fclose(file);
  }
  if (!head) return;
  int rows = head[0], *offsets = head + 2, *columns = offsets + rows + 1;
  const float *values = (const float *)(columns + head[1]);
  for (int r = 0; r < rows; r++) {
    float sum = 0;
    for (int k = offsets[r]; k < offsets[r + 1]; k++) sum += values[k] * ((const float *)px)[columns[k]];
    ((float *)py)[r] = sum;
  }
}

static void run(Op *op) {
  if (op->kind == 0) {
    launches++;
    lastThreads = op->threads, lastShared = op->shared, lastGrid = op->gridX;
    clockUs += op->a == lastX ? 2.5 : 7.5;
    lastX = op->a;
    if (op->value == 1) multiply(op->a, op->b, op->c, op->d);
    if (op->value == 4) multiplyFile(op->a, op->b);
    if (op->host) ((void (*)(word, word, word))op->host)(op->c, op->a, op->b);
    if (op->value == 2) sticky = ILLEGAL_ADDRESS;
  } else if (op->kind == 1) {
    clockUs += 1;
    memset((void *)op->a, op->value, op->b);
  } else if (op->kind == 2) {
    clockUs += 1;
    for (word i = 0; i < op->b; i++) ((unsigned *)op->a)[i] = op->value;
  } else memcpy((void *)op->a, (void *)op->b, op->c);
}

static int submit(Op op) {
  if (sticky) return sticky;
  if (!capturing) run(&op);
  else if (recording->length < MOST) recording->ops[recording->length++] = op;
  else return INVALID_VALUE;
  return 0;
}

// For fakeCusparse.c: a launch that runs a function of the host on (matrix, x, y).
int fakeSubmit(void (*host)(word, word, word), word matrix, word x, word y) {
  return submit((Op){.kind = 0, .host = (word)host, .a = x, .b = y, .c = matrix});
}

int cuInit(unsigned flags) { return flags; }
int cuDriverGetVersion(int *v) { *v = 13000; return 0; }
int cuGetErrorName(int e, const char **s) {
  *s = e == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : e == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : e == 500 ? "CUDA_ERROR_NOT_FOUND" : "CUDA_ERROR_INVALID_VALUE";
  return 0;
}
int cuGetErrorString(int e, const char **s) { *s = e ? "words of the fake driver" : "no error"; return 0; }
int cuDeviceGetCount(int *n) { *n = 1; return 0; }
int cuDeviceGet(int *d, int i) { *d = i; return 0; }
int cuDeviceGetName(char *s, int n, int d) { (void)d; snprintf(s, n, "Fake H0"); return 0; }
int cuDeviceGetAttribute(int *v, int a, int d) {
  (void)d;
  *v = a == 1 ? 1024 : a == 16 ? 132 : a == 38 ? 4096 : a == 75 ? 9 : a == 76 ? 0 : a == 97 ? 232448 : 1;
  return 0;
}
int cuDeviceTotalMem_v2(size_t *n, int d) { (void)d; *n = 1ull << 40; return 0; }
int cuDevicePrimaryCtxRetain(word *c, int d) { (void)d; *c = 0xC0; return 0; }
int cuDevicePrimaryCtxRelease_v2(int d) { (void)d; return 0; }
int cuCtxSetCurrent(word c) { return c == 0xC0 ? 0 : INVALID_VALUE; }
int cuModuleLoadDataEx(word *m, const void *image, unsigned n, void *o, void *v) {
  if (n || o || v || memcmp(image, "CUBIN", 5)) return 200;
  handles++, *m = (word)strdup((const char *)image + 5);
  return 0;
}
int cuModuleUnload(word m) { free((void *)m), handles--; return sticky; }
int cuModuleGetFunction(word *f, word m, const char *name) {
  if (!strstr((const char *)m, name)) return NOT_FOUND;
  int generated = !strncmp(name, "spmv_", 5) && !strstr(name, "_clear");
  *f = !strcmp(name, "csr") ? 1 : !strcmp(name, "crash") ? 2 : generated ? 4 : 3;
  return 0;
}
int cuFuncGetAttribute(int *v, int a, word f) { *v = a == 0 ? (f == 3 ? 256 : 1024) : a == 4 ? 32 : 0; return 0; }
int cuFuncSetAttribute(word f, int a, int v) { (void)f; return a == 8 && v <= 232448 ? 0 : INVALID_VALUE; }
int cuMemGetInfo_v2(size_t *f, size_t *t) { *f = 1ull << 39, *t = 1ull << 40; return 0; }
int cuMemAlloc_v2(word *p, size_t n) {
  if (sticky) return sticky;
  if (n > 1ull << 32) return OUT_OF_MEMORY;
  live++, *p = (word)aligned_alloc(256, (n + 255) / 256 * 256);
  return 0;
}
int cuMemFree_v2(word p) { free((void *)p), live--; return sticky; }
int cuMemcpyHtoD_v2(word d, const void *s, size_t n) { if (sticky) return sticky; memcpy((void *)d, s, n); return 0; }
int cuMemcpyDtoH_v2(void *d, word s, size_t n) { if (sticky) return sticky; downloads++, memcpy(d, (void *)s, n); return 0; }
int cuMemcpyDtoDAsync_v2(word d, word s, size_t n, word st) { (void)st; return submit((Op){.kind = 3, .a = d, .b = s, .c = n}); }
int cuMemsetD8Async(word p, unsigned char v, size_t n, word st) { (void)st; return submit((Op){.kind = 1, .a = p, .b = n, .value = v}); }
int cuMemsetD32Async(word p, unsigned v, size_t n, word st) { (void)st; return submit((Op){.kind = 2, .a = p, .b = n, .value = v}); }
int cuStreamCreate(word *s, unsigned f) { handles++, *s = 0x57; return f; }
int cuStreamDestroy_v2(word s) { (void)s; handles--; return sticky; }
int cuStreamSynchronize(word s) { (void)s; return sticky; }
int cuStreamBeginCapture_v2(word s, int mode) { (void)s; capturing = 1, recording = calloc(1, sizeof(Graph)); return mode == 1 ? 0 : INVALID_VALUE; }
int cuStreamEndCapture(word s, word *g) { (void)s; capturing = 0, handles++, *g = (word)recording; return sticky; }
int cuGraphInstantiateWithFlags(word *e, word g, unsigned long long f) {
  handles++, *e = (word)malloc(sizeof(Graph));
  memcpy((void *)*e, (void *)g, sizeof(Graph));
  return (int)f;
}
int cuGraphLaunch(word e, word s) {
  (void)s;
  Graph *graph = (Graph *)e;
  for (int i = 0; i < graph->length && !sticky; i++) run(&graph->ops[i]);
  return sticky;
}
int cuGraphExecDestroy(word e) { free((void *)e), handles--; return 0; }
int cuGraphDestroy(word g) { free((void *)g), handles--; return 0; }
int cuEventCreate(word *e, unsigned f) { handles++, *e = (word)calloc(1, sizeof(double)); return f; }
int cuEventDestroy_v2(word e) { free((void *)e), handles--; return 0; }
int cuEventRecord(word e, word s) { (void)s; *(double *)e = clockUs; return sticky; }
int cuEventSynchronize(word e) { (void)e; return sticky; }
int cuEventElapsedTime(float *ms, word a, word b) { *ms = (float)((*(double *)b - *(double *)a) / 1000); return sticky; }
int cuLaunchKernel(word f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   word s, void **params, void **extra) {
  (void)s;
  if (gz != 1 || by != 1 || bz != 1 || gy < 1 || extra) return INVALID_VALUE;
  Op op = {.kind = 0, .value = (unsigned)f, .gridX = gx, .threads = bx, .shared = shared};
  op.a = *(word *)params[0], op.b = *(word *)params[1];
  if (f == 1) op.c = *(word *)params[2], op.d = *(word *)params[3];
  return submit(op);
}

int cuLaunchKernelEx(const void *config, word f, void **params, void **extra) {
  const unsigned *words = config;
  const int *attribute = *(const int **)((const char *)config + 40);
  if (words[12] != 1 || attribute[0] != 6 || attribute[2] != 1) return INVALID_VALUE;
  return cuLaunchKernel(f, words[0], words[1], words[2], words[3], words[4], words[5], words[6], *(word *)(words + 8), params, extra);
}

int nvrtcVersion(int *major, int *minor) { *major = 13, *minor = 0; return 0; }
int nvrtcCreateProgram(word *p, const char *source, const char *name, int n, void *h, void *i) {
  (void)name;
  if (n || h || i) return 3;
  handles++, *p = (word)strdup(source);
  return 0;
}
int nvrtcCompileProgram(word p, int n, const char **options) {
  compiles++;
  if (n < 3 || strcmp(options[0], "--gpu-architecture=sm_90")) return 5;
  return strstr((char *)p, "MISTAKE") ? 6 : 0;
}
int nvrtcDestroyProgram(word *p) { free((void *)*p), *p = 0, handles--; return 0; }
int nvrtcGetCUBINSize(word p, size_t *n) { *n = strlen((char *)p) + 6; return 0; }
int nvrtcGetCUBIN(word p, char *out) { memcpy(out, "CUBIN", 5), strcpy(out + 5, (char *)p); return 0; }
static const char complaint[] = "kernel.cu(1): error: this is a MISTAKE";
int nvrtcGetProgramLogSize(word p, size_t *n) { (void)p; *n = sizeof complaint; return 0; }
int nvrtcGetProgramLog(word p, char *out) { (void)p; memcpy(out, complaint, sizeof complaint); return 0; }
