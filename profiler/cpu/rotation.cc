#include "profiler/cpu/rotation.h"

#include <semaphore.h>

#include <thread>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

// On the thread, in its isolate. The thread may have stopped being sampled
// since it was asked for.
void OnInterrupt(v8::Isolate* /*isolate*/, void* /*data*/) {
  SampledThread* const thread = SampledThread::Current();
  if (thread != nullptr) thread->Rotate();
}

struct Rotated {
  IsolateHost* host = nullptr;
  int uses = 0;
};

// One for the process, from the first use to its end.
class Rotator {
 public:
  static Rotator& Get() {
    static Rotator* const rotator = new Rotator;
    return *rotator;
  }

  void Add(IsolateHost& host, SampledThread& thread) {
    absl::MutexLock lock(&mutex_);
    Rotated& entry = threads_[&thread];
    entry.host = &host;
    ++entry.uses;
  }

  void Remove(SampledThread& thread) {
    absl::MutexLock lock(&mutex_);
    if (--threads_[&thread].uses == 0) threads_.erase(&thread);
  }

  void Wake() { sem_post(&due_); }

 private:
  Rotator() {
    RT_CHECK(sem_init(&due_, 0, 0) == 0);
    std::thread([this] { Run(); }).detach();
  }

  [[noreturn]] void Run() {
    for (;;) {
      RT_CHECK(RetryOnEintr([this] { return sem_wait(&due_); }) == 0);
      absl::MutexLock lock(&mutex_);
      for (const auto& [thread, entry] : threads_) {
        if (thread->rotation_due.exchange(false)) {
          entry.host->RequestInterrupt(&OnInterrupt, nullptr);
        }
      }
    }
  }

  sem_t due_;
  absl::Mutex mutex_;
  absl::flat_hash_map<SampledThread*, Rotated> threads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

void RequestRotation(SampledThread& thread) {
  // Whoever records made the Rotator before the first signal.
  thread.rotation_due.store(true, std::memory_order_relaxed);
  Rotator::Get().Wake();
}

RotatedThread::RotatedThread(IsolateHost& host, SampledThread& thread)
    : thread_(thread) {
  Rotator::Get().Add(host, thread);
}

RotatedThread::~RotatedThread() { Rotator::Get().Remove(thread_); }

}  // namespace rt
