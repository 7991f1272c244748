#include "runtime/store/worker_pool.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>

#include "absl/synchronization/barrier.h"
#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(WorkerPoolTest, OneThreadRunsTasksInTheOrderOfPost) {
  std::string order;
  {
    WorkerPool pool({.running = 1});
    for (char c = 'a'; c <= 'z'; ++c) pool.Post([&, c] { order += c; });
  }
  EXPECT_EQ(order, "abcdefghijklmnopqrstuvwxyz");
}

TEST(WorkerPoolTest, AsManyTasksRunAtATimeAsItHasThreadsAndNoMore) {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  {
    WorkerPool pool({.running = 3});
    // These three run only if all of them do at a time.
    auto* const barrier = new absl::Barrier(3);
    for (int i = 0; i < 3; ++i) {
      pool.Post([barrier] {
        if (barrier->Block()) delete barrier;
      });
    }
    for (int i = 0; i < 1000; ++i) {
      pool.Post([&] {
        const int running = ++now;
        int seen = most;
        while (running > seen && !most.compare_exchange_weak(seen, running)) {
        }
        usleep(10);
        --now;
      });
    }
  }
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

TEST(WorkerPoolTest, ATaskThatWaitsGivesItsPlaceToAnother) {
  absl::Notification written;
  absl::Notification done;
  WorkerPool pool({.running = 1});
  pool.Post([&] {
    const WorkerPool::WaitScope scope;
    EXPECT_TRUE(scope.ok());
    written.WaitForNotification();
    done.Notify();
  });
  pool.Post([&] { written.Notify(); });
  done.WaitForNotification();
}

TEST(WorkerPoolTest, AfterWaitsThePoolIsAsLargeAsBefore) {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  {
    absl::Notification go;
    absl::BlockingCounter waiting(10);
    absl::BlockingCounter back(10);
    WorkerPool pool({.running = 2});
    for (int i = 0; i < 10; ++i) {
      pool.Post([&] {
        {
          const WorkerPool::WaitScope scope;
          waiting.DecrementCount();
          go.WaitForNotification();
        }
        back.DecrementCount();
      });
    }
    waiting.Wait();
    go.Notify();
    back.Wait();
    for (int i = 0; i < 100; ++i) {
      pool.Post([&] {
        const int running = ++now;
        int seen = most;
        while (running > seen && !most.compare_exchange_weak(seen, running)) {
        }
        usleep(100);
        --now;
      });
    }
  }
  EXPECT_LE(most, 2);
}

TEST(WorkerPoolTest, OnlySoManyMayWait) {
  absl::Notification go;
  absl::BlockingCounter waiting(2);
  WorkerPool pool({.running = 1, .waiting = 2});
  for (int i = 0; i < 2; ++i) {
    pool.Post([&] {
      const WorkerPool::WaitScope scope;
      waiting.DecrementCount();
      go.WaitForNotification();
    });
  }
  waiting.Wait();
  pool.Post([&] {
    const WorkerPool::WaitScope scope;
    EXPECT_FALSE(scope.ok());
    go.Notify();
  });
}

TEST(WorkerPoolTest, WaitingMeansNothingOutsideOfAWorker) {
  const WorkerPool::WaitScope scope;
  EXPECT_TRUE(scope.ok());
}

TEST(WorkerPoolTest, ManyPostersAndWaitersLoseNoTask) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool({.running = 2, .waiting = 8});
    for (int i = 0; i < 2000; ++i) {
      pool.Post([&] {
        if (const WorkerPool::WaitScope scope; scope.ok()) {
          usleep(10);
        }
        pool.Post([&] { ++done; });
      });
    }
  }
  EXPECT_EQ(done, 2000);
}

TEST(WorkerPoolTest, SignalsButFaultsAreBlocked) {
  sigset_t inside;
  {
    WorkerPool({}).Post([&] { pthread_sigmask(SIG_BLOCK, nullptr, &inside); });
  }
  for (const int signal : {SIGPROF, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) {
    EXPECT_EQ(sigismember(&inside, signal), 1) << strsignal(signal);
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) {
    EXPECT_EQ(sigismember(&inside, signal), 0) << strsignal(signal);
  }
  sigset_t outside;
  pthread_sigmask(SIG_BLOCK, nullptr, &outside);
  EXPECT_EQ(sigismember(&outside, SIGPROF), 0);
}

TEST(WorkerPoolTest, APipeWithoutAReaderIsAnErrorAndNoDeath) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  int error = 0;
  {
    WorkerPool({}).Post([&] {
      if (write(ends[1], "x", 1) == -1) error = errno;
    });
  }
  close(ends[1]);
  EXPECT_EQ(error, EPIPE);
}

// What the child of an exit test does: exits while a task of the shared pool
// waits for ever, another runs, and more are queued.
void ExitAmidWork() {
  WorkerPool& pool = WorkerPool::Shared();
  int ends[2];
  if (pipe(ends) != 0) _exit(1);
  auto* const started = new absl::BlockingCounter(5);
  pool.Post([started, fd = ends[0]] {
    const WorkerPool::WaitScope scope;
    started->DecrementCount();
    char byte;
    if (read(fd, &byte, 1) != 0) _exit(1);
  });
  for (int i = 0; i < 4; ++i) {
    pool.Post([started] {
      started->DecrementCount();
      while (!WorkerPool::ShuttingDown()) {
      }
      usleep(20'000);
      if (write(STDERR_FILENO, "undone ", 7) != 7) _exit(1);
    });
  }
  for (int i = 0; i < 100; ++i) pool.Post([] { _exit(1); });
  started->Wait();
  exit(7);
}

TEST(WorkerPoolDeathTest, ExitDropsWhatIsQueuedAndWaitsForWhatRuns) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ExitAmidWork(), ::testing::ExitedWithCode(7),
              "undone undone undone undone");
}

}  // namespace
}  // namespace rt
