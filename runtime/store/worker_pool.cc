#include "runtime/store/worker_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include <atomic>
#include <cerrno>
#include <deque>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace rt {
namespace {

std::atomic<bool> shutting_down = false;

// Blocks signals on the calling thread while it lives; a thread made meanwhile
// starts with them blocked. A fault is left alone: its handler, such as a
// sanitizer's, runs on the thread that caused it.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t signals;
    sigfillset(&signals);
    for (const int fault :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) {
      sigdelset(&signals, fault);
    }
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

// Held by every thread, so that one that comes back from a wait after the pool
// is gone still finds it.
struct WorkerPool::State : std::enable_shared_from_this<State> {
  State(Limits limits, std::function<void()> restrict)
      : limits(limits), restrict(std::move(restrict)) {}

  void Post(Task task);
  bool BeginWait();
  void EndWait();
  // A thread's life.
  void Work();
  // Sees to it that somebody takes what is queued.
  void Staff() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
  bool AddThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

  bool NoThreads() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    return running + waiting == 0;
  }
  bool NothingRuns() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    return running == idle;
  }

  const Limits limits;
  const std::function<void()> restrict;
  absl::Mutex mutex;
  absl::CondVar wake;
  std::deque<Task> queue ABSL_GUARDED_BY(mutex);
  // Threads outside of a WaitScope, idle ones included.
  int running ABSL_GUARDED_BY(mutex) = 0;
  int idle ABSL_GUARDED_BY(mutex) = 0;
  int waiting ABSL_GUARDED_BY(mutex) = 0;
  // Threads end when the queue is empty.
  bool closed ABSL_GUARDED_BY(mutex) = false;
  bool dropping ABSL_GUARDED_BY(mutex) = false;

  // The pool whose worker the calling thread is.
  static thread_local State* current;
};

thread_local WorkerPool::State* WorkerPool::State::current = nullptr;

void WorkerPool::State::Post(Task task) {
  {
    absl::MutexLock lock(&mutex);
    if (dropping) return;
    queue.push_back(std::move(task));
    Staff();
    if (!NoThreads()) return;
    task = std::move(queue.back());
    queue.pop_back();
  }
  task();
}

void WorkerPool::State::Staff() {
  if (queue.empty()) return;
  // An idle thread that was woken counts as idle until it runs.
  if (queue.size() > static_cast<size_t>(idle) && running < limits.running &&
      AddThread()) {
    return;
  }
  wake.Signal();
}

bool WorkerPool::State::AddThread() {
  struct Birth {
    std::shared_ptr<State> state;
    bool inherits;
  };
  auto* const self = new Birth{shared_from_this(), current == this};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  const auto life = [](void* argument) -> void* {
    pthread_setname_np(pthread_self(), "rt-worker");
    const std::unique_ptr<Birth> birth(static_cast<Birth*>(argument));
    State& state = *birth->state;
    if (state.restrict && !birth->inherits) state.restrict();
    state.Work();
    return nullptr;
  };
  pthread_t thread;
  int error;
  {
    const SignalsBlocked blocked;
    error = pthread_create(&thread, &attributes, life, self);
  }
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    delete self;
    return false;
  }
  ++running;
  return true;
}

void WorkerPool::State::Work() {
  current = this;
  mutex.Lock();
  // A thread too many is one that took the place of another that has stopped
  // waiting.
  while (running <= limits.running) {
    if (queue.empty()) {
      if (closed) break;
      ++idle;
      wake.Wait(&mutex);
      --idle;
      continue;
    }
    Task task = std::move(queue.front());
    queue.pop_front();
    mutex.Unlock();
    task();
    // What the task owned may post, so it goes outside of the lock.
    task = nullptr;
    mutex.Lock();
  }
  --running;
  // It may have been woken for a task that it now leaves to another.
  Staff();
  mutex.Unlock();
}

bool WorkerPool::State::BeginWait() {
  absl::MutexLock lock(&mutex);
  if (waiting == limits.waiting) return false;
  ++waiting;
  --running;
  Staff();
  return true;
}

void WorkerPool::State::EndWait() {
  absl::MutexLock lock(&mutex);
  --waiting;
  ++running;
}

WorkerPool::WorkerPool(Limits limits, std::function<void()> restrict)
    : state_(std::make_shared<State>(limits, std::move(restrict))) {}

WorkerPool::~WorkerPool() {
  absl::MutexLock lock(&state_->mutex);
  state_->closed = true;
  state_->wake.SignalAll();
  state_->mutex.Await(absl::Condition(
      +[](State* state) { return state->NoThreads(); }, state_.get()));
}

WorkerPool& WorkerPool::Shared() {
  static WorkerPool* const pool = [] {
    atexit([] {
      State& state = *Shared().state_;
      std::deque<Task> dropped;
      absl::MutexLock lock(&state.mutex);
      shutting_down = true;
      state.dropping = true;
      dropped.swap(state.queue);
      state.mutex.AwaitWithTimeout(
          absl::Condition(
              +[](State* state) { return state->NothingRuns(); }, &state),
          absl::Milliseconds(kExitPatienceMs));
    });
    return new WorkerPool(Limits());
  }();
  return *pool;
}

bool WorkerPool::ShuttingDown() { return shutting_down; }

void WorkerPool::Staff() {
  absl::MutexLock lock(&state_->mutex);
  while (state_->running < state_->limits.running && state_->AddThread()) {
  }
}

void WorkerPool::Post(Task task) { state_->Post(std::move(task)); }

WorkerPool::WaitScope::WaitScope()
    : state_(State::current), ok_(state_ == nullptr || state_->BeginWait()) {}

WorkerPool::WaitScope::~WaitScope() {
  if (state_ != nullptr && ok_) state_->EndWait();
}

}  // namespace rt
