#include "profiler/cpu/rotation.h"

#include <semaphore.h>

#include <thread>

#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "profiler/cpu/v8_sampler.h"
#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

// On the realm's thread, in its isolate. It may have stopped being sampled
// since this was asked for.
void OnInterrupt(v8::Isolate* /*isolate*/, void* /*data*/) {
  SampledRealm* const realm = SampledRealm::Current();
  if (realm != nullptr) realm->Rotate();
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

  void Add(IsolateHost& host, SampledRealm& realm) {
    absl::MutexLock lock(&mutex_);
    Rotated& entry = realms_[&realm];
    entry.host = &host;
    ++entry.uses;
  }

  void Remove(SampledRealm& realm) {
    absl::MutexLock lock(&mutex_);
    if (--realms_[&realm].uses == 0) realms_.erase(&realm);
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
      for (const auto& [realm, entry] : realms_) {
        if (realm->processing_due.exchange(false)) {
          HaveSamplesProcessed(*realm);
        }
        if (realm->rotation_due.exchange(false)) {
          entry.host->RequestInterrupt(&OnInterrupt, nullptr);
        }
      }
    }
  }

  sem_t due_;
  absl::Mutex mutex_;
  absl::flat_hash_map<SampledRealm*, Rotated> realms_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

void RequestRotation(SampledRealm& realm) {
  // Whoever records made the Rotator before the first signal.
  realm.rotation_due.store(true, std::memory_order_relaxed);
  Rotator::Get().Wake();
}

void RequestProcessing(SampledRealm& realm) {
  realm.processing_due.store(true, std::memory_order_relaxed);
  Rotator::Get().Wake();
}

RotatedRealm::RotatedRealm(IsolateHost& host, SampledRealm& realm)
    : realm_(realm) {
  Rotator::Get().Add(host, realm);
}

RotatedRealm::~RotatedRealm() { Rotator::Get().Remove(realm_); }

}  // namespace rt
