#include "profiler/cpu/sampler_cpu.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <atomic>
#include <memory>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace rt {
namespace {

constexpr int kUnknown = -1;

// Where a sampled thread was last seen. Its samplers share it, since they may
// look at it while the thread ends.
using Whereabouts = std::atomic<int>;

ABSL_CONST_INIT absl::Mutex mutex(absl::kConstInit);

absl::flat_hash_map<pthread_t, std::shared_ptr<Whereabouts>>& Followed()
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  static auto* const followed =
      new absl::flat_hash_map<pthread_t, std::shared_ptr<Whereabouts>>;
  return *followed;
}

std::shared_ptr<Whereabouts> Find(pthread_t thread) {
  absl::MutexLock lock(&mutex);
  const auto found = Followed().find(thread);
  return found == Followed().end() ? nullptr : found->second;
}

// Read by the signal handler: constant-initialized, so that reading it runs no
// code that makes it.
constinit thread_local Whereabouts* own_whereabouts = nullptr;

// A followed thread's entry, for as long as the thread lives.
class Entry {
 public:
  Entry() {
    auto whereabouts = std::make_shared<Whereabouts>(kUnknown);
    own_whereabouts = whereabouts.get();
    absl::MutexLock lock(&mutex);
    Followed()[pthread_self()] = std::move(whereabouts);
  }

  ~Entry() {
    own_whereabouts = nullptr;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    absl::MutexLock lock(&mutex);
    Followed().erase(pthread_self());
  }

  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
};

// The calling thread, as a sampler. V8's threads sample one thread each, to
// their end.
class Sampler {
 public:
  void Follow(pthread_t sampled) {
    if (whereabouts_ == nullptr) whereabouts_ = Find(sampled);
    if (whereabouts_ == nullptr) return;
    const int cpu = whereabouts_->load(std::memory_order_relaxed);
    if (cpu == cpu_ || cpu == kUnknown || cpu >= CPU_SETSIZE) return;
    cpu_ = cpu;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    // Where the system does not let it, ticks are as good and cost more.
    sched_setaffinity(0, sizeof(only), &only);
  }

 private:
  std::shared_ptr<Whereabouts> whereabouts_;
  int cpu_ = kUnknown;
};

}  // namespace

void LetSamplersFollow() { static thread_local const Entry entry; }

void NoteCpu() {
  if (own_whereabouts == nullptr) return;
  own_whereabouts->store(sched_getcpu(), std::memory_order_relaxed);
}

}  // namespace rt

// The names that the linker's --wrap wants.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
int __real_pthread_kill(pthread_t thread, int signal);

int __wrap_pthread_kill(pthread_t thread, int signal) {
  if (signal == SIGPROF) {
    static thread_local rt::Sampler sampler;
    sampler.Follow(thread);
  }
  return __real_pthread_kill(thread, signal);
}
// NOLINTEND(bugprone-reserved-identifier)
}
