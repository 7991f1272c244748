#include "profiler/cpu/v8_sampler.h"

#include <ucontext.h>
#include <v8-unwinder.h>
#include <v8.h>

#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/check.h"
#include "runtime/base/memory.h"

// As far as it is used, the class that V8 declares in src/libsampler/sampler.h:
// its virtual functions, in their order, with which its first bytes are known.
namespace v8::sampler {
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Walks the stack from these registers on.
  virtual void SampleStack(const v8::RegisterState& registers) = 0;
};
}  // namespace v8::sampler

// The same of the class of src/base/platform/platform.h.
namespace v8::base {
class Thread {
 public:
  virtual ~Thread() = default;
  // What the thread does, from its start to its end.
  virtual void Run() = 0;
};
}  // namespace v8::base

using v8::base::Thread;
using v8::sampler::Sampler;

// V8's own functions, and the names that --wrap wants. Member functions, with
// `this` as the first argument.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
void __real__ZN2v87sampler7Sampler5StartEv(Sampler*);
void __wrap__ZN2v87sampler7Sampler5StartEv(Sampler*);
void __real__ZN2v87sampler7Sampler4StopEv(Sampler*);
void __wrap__ZN2v87sampler7Sampler4StopEv(Sampler*);
void __real__ZN2v87sampler7Sampler8DoSampleEv(Sampler*);
void __wrap__ZN2v87sampler7Sampler8DoSampleEv(Sampler*);
bool __real__ZN2v84base17ConditionVariable7WaitForEPNS0_5MutexERKNS0_9TimeDeltaE(
    void*, void*, const void*);
bool __wrap__ZN2v84base17ConditionVariable7WaitForEPNS0_5MutexERKNS0_9TimeDeltaE(
    void*, void*, const void*);
void __real__ZN2v84base17ConditionVariable4WaitEPNS0_5MutexE(void*, void*);
void __wrap__ZN2v84base17ConditionVariable4WaitEPNS0_5MutexE(void*, void*);
bool __real__ZN2v84base6Thread5StartEv(Thread*);
bool __wrap__ZN2v84base6Thread5StartEv(Thread*);
void __real__ZN2v84base6Thread4JoinEv(Thread*);
void __wrap__ZN2v84base6Thread4JoinEv(Thread*);
void __real__ZN2v84base9Semaphore4WaitEv(void*);
void __wrap__ZN2v84base9Semaphore4WaitEv(void*);
void* __real__ZN2v88internal21AlignedAllocWithRetryEmm(size_t, size_t);
void* __wrap__ZN2v88internal21AlignedAllocWithRetryEmm(size_t, size_t);
// ConditionVariable::NotifyOne().
void _ZN2v84base17ConditionVariable9NotifyOneEv(void*);
// NOLINTEND(bugprone-reserved-identifier)
}

namespace rt {
namespace {

// The realm for which this thread has V8 start a sampler.
constinit thread_local SampledRealm* owner = nullptr;
// Whether this thread has just put off the start of one of V8's, which V8 is
// about to wait for.
constinit thread_local bool has_deferred_start = false;
// On V8's thread for a sampler of rt's: that sampler.
constinit thread_local Sampler* own_sampler = nullptr;

// The samplers that are rt's.
class Samplers {
 public:
  static Samplers& Get() {
    static Samplers* const samplers = new Samplers;
    return *samplers;
  }

  void Add(Sampler* sampler, SampledRealm* realm) {
    absl::MutexLock lock(&mutex_);
    samplers_[sampler].realm = realm;
    realm->set_sampler(sampler);
  }

  // False where it is not one.
  bool Remove(Sampler* sampler) {
    absl::MutexLock lock(&mutex_);
    const auto found = samplers_.find(sampler);
    if (found == samplers_.end()) return false;
    found->second.realm->set_sampler(nullptr);
    samplers_.erase(found);
    return true;
  }

  bool Has(Sampler* sampler) {
    absl::MutexLock lock(&mutex_);
    return samplers_.contains(sampler);
  }

  // V8's thread is about to wait for `wake`. True where it should not.
  bool Sleeps(Sampler* sampler, void* wake) {
    absl::MutexLock lock(&mutex_);
    const auto found = samplers_.find(sampler);
    if (found == samplers_.end()) return false;
    found->second.wake = wake;
    return std::exchange(found->second.is_due, false);
  }

  // V8 starts `thread` for the sampler of `realm`. True where it has one, and
  // Wake() will start the thread.
  bool DeferStart(Thread* thread, const SampledRealm& realm) {
    absl::MutexLock lock(&mutex_);
    const auto found = samplers_.find(static_cast<Sampler*>(realm.sampler()));
    if (found == samplers_.end()) return false;
    found->second.thread = thread;
    deferred_.insert(thread);
    return true;
  }

  // True where the thread was not started. Then it will not be.
  bool DropDeferred(Thread* thread) {
    absl::MutexLock lock(&mutex_);
    return deferred_.erase(thread) != 0;
  }

  void Wake(const SampledRealm& realm) {
    absl::MutexLock lock(&mutex_);
    const auto found = samplers_.find(static_cast<Sampler*>(realm.sampler()));
    if (found == samplers_.end()) return;
    Thread* const thread = found->second.thread;
    if (deferred_.contains(thread)) {
      // Where there can be no more threads, it is tried again next time.
      if (__real__ZN2v84base6Thread5StartEv(thread)) deferred_.erase(thread);
      return;
    }
    found->second.is_due = true;
    // Where V8's thread is just between Sleeps() and its sleep, it is missed.
    if (found->second.wake != nullptr) {
      _ZN2v84base17ConditionVariable9NotifyOneEv(found->second.wake);
    }
  }

 private:
  struct Entry {
    SampledRealm* realm = nullptr;
    Thread* thread = nullptr;
    void* wake = nullptr;
    bool is_due = false;
  };

  absl::Mutex mutex_;
  absl::flat_hash_map<Sampler*, Entry> samplers_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<Thread*> deferred_ ABSL_GUARDED_BY(mutex_);
};

// A wait in V8 that a realm's code makes, as in Atomics.wait().
class ScopedWait {
 public:
  ScopedWait() : realm_(SampledRealm::Current()) {
    if (realm_ != nullptr) realm_->BeginWait();
  }
  ~ScopedWait() {
    if (realm_ != nullptr) realm_->EndWait();
  }
  ScopedWait(const ScopedWait&) = delete;
  ScopedWait& operator=(const ScopedWait&) = delete;

 private:
  SampledRealm* const realm_;
};

}  // namespace

ScopedSamplerOwner::ScopedSamplerOwner(SampledRealm* realm) {
  RT_CHECK(owner == nullptr);
  owner = realm;
}

ScopedSamplerOwner::~ScopedSamplerOwner() {
  owner = nullptr;
  has_deferred_start = false;
}

void TakeSample(const SampledRealm& realm, const void* context) {
  auto* const sampler = static_cast<Sampler*>(realm.sampler());
  if (sampler == nullptr || v8::Isolate::TryGetCurrent() == nullptr) return;
  const auto& gregs =
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  v8::RegisterState registers;
  // NOLINTBEGIN(performance-no-int-to-ptr): values of registers.
  registers.pc = reinterpret_cast<void*>(gregs[REG_RIP]);
  registers.sp = reinterpret_cast<void*>(gregs[REG_RSP]);
  registers.fp = reinterpret_cast<void*>(gregs[REG_RBP]);
  // NOLINTEND(performance-no-int-to-ptr)
  sampler->SampleStack(registers);
}

void HaveSamplesProcessed(const SampledRealm& realm) {
  Samplers::Get().Wake(realm);
}

}  // namespace rt

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
void __wrap__ZN2v87sampler7Sampler5StartEv(Sampler* sampler) {
  if (rt::owner == nullptr) {
    __real__ZN2v87sampler7Sampler5StartEv(sampler);
    return;
  }
  rt::Samplers::Get().Add(sampler, rt::owner);
}

void __wrap__ZN2v87sampler7Sampler4StopEv(Sampler* sampler) {
  if (rt::Samplers::Get().Remove(sampler)) return;
  __real__ZN2v87sampler7Sampler4StopEv(sampler);
}

// V8's thread calls this after its first wait, and after each one.
void __wrap__ZN2v87sampler7Sampler8DoSampleEv(Sampler* sampler) {
  if (rt::own_sampler == sampler) return;
  if (rt::Samplers::Get().Has(sampler)) {
    rt::own_sampler = sampler;
    return;
  }
  __real__ZN2v87sampler7Sampler8DoSampleEv(sampler);
}

// Thread::StartSynchronously() calls this, and then waits for a semaphore that
// the thread would signal.
bool __wrap__ZN2v84base6Thread5StartEv(Thread* thread) {
  if (rt::owner != nullptr &&
      rt::Samplers::Get().DeferStart(thread, *rt::owner)) {
    rt::has_deferred_start = true;
    return true;
  }
  return __real__ZN2v84base6Thread5StartEv(thread);
}

void __wrap__ZN2v84base9Semaphore4WaitEv(void* semaphore) {
  if (std::exchange(rt::has_deferred_start, false)) return;
  __real__ZN2v84base9Semaphore4WaitEv(semaphore);
}

// V8 has told the thread to end, which it does when it has processed all that
// is there. Where there is no thread yet, it is done here.
void __wrap__ZN2v84base6Thread4JoinEv(Thread* thread) {
  if (rt::Samplers::Get().DropDeferred(thread)) {
    thread->Run();
  } else {
    __real__ZN2v84base6Thread4JoinEv(thread);
  }
}

// V8's queue of samples, of half a megabyte, into which V8 writes at once that
// each of its places is empty. One call for all pages instead of a fault for
// each took half the time on a virtual machine, where this is the longest part
// of a profile's start.
void* __wrap__ZN2v88internal21AlignedAllocWithRetryEmm(size_t size,
                                                       size_t alignment) {
  void* const memory =
      __real__ZN2v88internal21AlignedAllocWithRetryEmm(size, alignment);
  if (rt::owner != nullptr) rt::PopulatePages(memory, size);
  return memory;
}

// Where V8 would wait for the next interval, it waits to be woken. To have it
// end, V8 notifies the same condition, which is seen here as by V8 itself.
bool __wrap__ZN2v84base17ConditionVariable7WaitForEPNS0_5MutexERKNS0_9TimeDeltaE(
    void* condition, void* mutex, const void* time) {
  if (rt::own_sampler == nullptr) {
    const rt::ScopedWait wait;
    return __real__ZN2v84base17ConditionVariable7WaitForEPNS0_5MutexERKNS0_9TimeDeltaE(
        condition, mutex, time);
  }
  if (!rt::Samplers::Get().Sleeps(rt::own_sampler, condition)) {
    __real__ZN2v84base17ConditionVariable4WaitEPNS0_5MutexE(condition, mutex);
  }
  // The time is up: V8 asks for a sample, and looks into the queue.
  return false;
}

void __wrap__ZN2v84base17ConditionVariable4WaitEPNS0_5MutexE(void* condition,
                                                             void* mutex) {
  const rt::ScopedWait wait;
  __real__ZN2v84base17ConditionVariable4WaitEPNS0_5MutexE(condition, mutex);
}
// NOLINTEND(bugprone-reserved-identifier)
}
