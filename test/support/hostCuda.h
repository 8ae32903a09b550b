// Plays a CUDA block on the host: each thread is a coroutine, so that shuffles and barriers really meet. Reads past the
// end of an argument fault, misaligned wide loads and barriers that not all threads reach abort with a message.
#include <sys/mman.h>
#include <ucontext.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#define __global__ static
#define __device__ static
#define __forceinline__ inline
#define __launch_bounds__(n)
#define __restrict__
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))

using std::fma;
using std::max;
using std::min;

struct Dim { unsigned x = 0, y = 0; };
static Dim threadIdx, blockIdx, blockDim, gridDim;

#define VECTORS(name, type)                      \
  struct name##2 { type x, y; };                 \
  struct name##4 { type x, y, z, w; };
VECTORS(float, float)
VECTORS(uchar, unsigned char)
VECTORS(ushort, unsigned short)
VECTORS(uint, unsigned int)
struct double2 { double x, y; };

[[noreturn]] static void stop(const char* why) {
  std::fprintf(stderr, "%s (block %u, thread %u)\n", why, blockIdx.x, threadIdx.x);
  std::exit(3);
}

template <class T> T load(const T* from) {
  if (reinterpret_cast<uintptr_t>(from) % sizeof(T) != 0) stop("misaligned load");
  return *from;
}
template <class T> T __ldg(const T* from) { return load(from); }
template <class T> T __ldcs(const T* from) { return load(from); }

static unsigned __float_as_uint(float value) { unsigned bits; std::memcpy(&bits, &value, 4); return bits; }
static float __uint_as_float(unsigned bits) { float value; std::memcpy(&value, &bits, 4); return value; }
static long long __double_as_longlong(double value) { long long bits; std::memcpy(&bits, &value, 8); return bits; }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static int __ffs(unsigned bits) { return __builtin_ffs(static_cast<int>(bits)); }
template <class T> void atomicAdd(T* to, T value) { *to += value; }

static float half_to_float(unsigned short bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
      : exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

static unsigned short float_to_half(float value) {
  unsigned bits = __float_as_uint(value), magnitude = bits & 0x7fffffff;
  if (magnitude < 0x38800000) return static_cast<unsigned short>(bits >> 16 & 0x8000 | std::lrint(std::fabs(value) * 16777216.0f));
  if (std::isnan(value)) return 0x7e00;
  if (magnitude >= 0x477ff000) return static_cast<unsigned short>(bits >> 16 & 0x8000 | 0x7c00);
  return static_cast<unsigned short>(bits >> 16 & 0x8000 | (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13);
}

namespace host {
struct Meeting { unsigned arrived = 0, generation = 0; };
struct Fiber { ucontext_t context; std::vector<char> stack; bool done = false; };

static std::vector<Fiber> fibers;
static ucontext_t scheduler;
static unsigned present;
static bool progressed;
static Meeting blockMeeting, warpMeetings[32];
static uint64_t exchanged[1024];
static std::function<void()> kernel;

static void yield() { swapcontext(&fibers[present].context, &scheduler); }

static void meet(Meeting& meeting, unsigned members) {
  const unsigned generation = meeting.generation;
  progressed = true;
  if (++meeting.arrived == members) { meeting.arrived = 0; meeting.generation++; }
  else while (meeting.generation == generation) yield();
}

static void body() { kernel(); fibers[present].done = progressed = true; yield(); }

static void runBlock(unsigned threads) {
  fibers.resize(threads);
  blockMeeting = {};
  std::fill(warpMeetings, warpMeetings + 32, Meeting{});
  for (auto& fiber : fibers) {
    fiber.done = false;
    fiber.stack.resize(1 << 16);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.data();
    fiber.context.uc_stack.ss_size = fiber.stack.size();
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, body, 0);
  }
  for (unsigned left = threads; left > 0;) {
    progressed = false;
    left = 0;
    for (present = 0; present < threads; present++) {
      if (fibers[present].done) continue;
      threadIdx.x = present;
      swapcontext(&scheduler, &fibers[present].context);
      if (!fibers[present].done) left++;
    }
    if (left > 0 && !progressed) stop("not all threads reach a barrier or shuffle");
  }
}

template <class T> T exchange(T value, unsigned from) {
  Meeting& warp = warpMeetings[present / 32];
  const unsigned members = std::min<unsigned>(32, fibers.size() - present / 32 * 32);
  std::memcpy(&exchanged[present], &value, sizeof(T));
  meet(warp, members);
  T taken;
  std::memcpy(&taken, &exchanged[present / 32 * 32 + from], sizeof(T));
  meet(warp, members);
  return taken;
}

/** Memory of which the first byte past the end faults. */
static void* guarded(size_t bytes) {
  const size_t page = 4096, pages = (bytes + page - 1) / page + 1;
  char* memory = static_cast<char*>(mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + (pages - 1) * page, page, PROT_NONE);
  // 16 bytes are the widest load, and what devices align to at least.
  return memory + (pages - 1) * page - (bytes + 15) / 16 * 16;
}

template <class T> T* readArray(FILE* input) {
  uint32_t count;
  if (std::fread(&count, 4, 1, input) != 1) std::exit(4);
  T* data = static_cast<T*>(guarded(count * sizeof(T)));
  if (std::fread(data, sizeof(T), count, input) != count) std::exit(4);
  return data;
}
}  // namespace host

static void __syncthreads() { host::meet(host::blockMeeting, host::fibers.size()); }
template <class T> T __shfl_xor_sync(unsigned, T value, unsigned distance, unsigned = 32) {
  return host::exchange(value, (threadIdx.x % 32) ^ distance);
}
template <class T> T __shfl_down_sync(unsigned, T value, unsigned distance, unsigned width = 32) {
  const unsigned lane = threadIdx.x % 32;
  return host::exchange(value, lane % width + distance < width ? lane + distance : lane);
}
template <class T> T __shfl_up_sync(unsigned, T value, unsigned distance, unsigned width = 32) {
  const unsigned lane = threadIdx.x % 32;
  return host::exchange(value, lane % width >= distance ? lane - distance : lane);
}
