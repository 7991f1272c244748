#ifndef RUNTIME_STORE_WORKER_POOL_H_
#define RUNTIME_STORE_WORKER_POOL_H_

#include <functional>
#include <memory>

#include "absl/functional/any_invocable.h"

namespace rt {

// A few threads that do the blocking work of all realms. Any thread may post.
//
// Tasks start in the order of Post(), at most `running` at a time, so that ten
// thousand reads in flight hold as many descriptors as there are threads, and
// none of them starves. Threads are made when work comes and stay.
//
// A task that waits for something other than the disk (a pipe's other end, a
// terminal) says so by a WaitScope: it stops to count as running, and another
// thread takes its place. What hangs in the disk itself, such as a network file
// system whose server is gone, cannot say so and keeps its thread.
//
// All signals but those that report a fault are blocked on these threads: a
// signal goes to a realm's thread or to the one that waits for signals, SIGPROF
// never interrupts a write, and instead of SIGPIPE and SIGXFSZ there is EPIPE
// and EFBIG.
class WorkerPool {
  struct State;

 public:
  using Task = absl::AnyInvocable<void()>;

  struct Limits {
    int running = 4;
    // How many tasks may be inside a WaitScope.
    int waiting = 64;
  };

  // The pool of the process, made when it is first asked for. Its threads are
  // never joined. When the process exits, ShuttingDown() becomes true, tasks
  // that did not start are dropped, and exit waits for those that run, except
  // for those that wait, for at most kExitPatienceMs.
  static WorkerPool& Shared();
  static constexpr int kExitPatienceMs = 2000;

  // The process is about to end: a task of the shared pool that takes long
  // should undo what it began and return.
  static bool ShuttingDown();

  // `restrict` is called first on each thread that is not made by one of this
  // pool's: what it sets for its thread, those that come of it have as well.
  explicit WorkerPool(Limits limits, std::function<void()> restrict = nullptr);
  // Runs what is queued, then ends the threads.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Makes all its threads now. For a pool that a restricted thread posts to: a
  // thread is restricted as the one is that makes it.
  void Staff();

  // Where no thread can be made and none is there, runs `task` at once, on the
  // calling thread.
  void Post(Task task);

  // On the stack of a task, around a wait. On a thread that is no worker it
  // means nothing.
  class WaitScope {
   public:
    WaitScope();
    ~WaitScope();
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;

    // False where Limits::waiting tasks wait already: then don't.
    bool ok() const { return ok_; }

   private:
    State* const state_;  // null outside of a worker
    const bool ok_;
  };

 private:
  const std::shared_ptr<State> state_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_WORKER_POOL_H_
