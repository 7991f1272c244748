#include "profiler/cpu/sampler_cpu.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>

#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

std::vector<int> CpusOfThread() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

void MoveTo(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  ASSERT_EQ(sched_setaffinity(0, sizeof(set), &set), 0);
}

// A thread that is sampled as V8 does it: told to go to a CPU, it goes there,
// and notes it in the handler of the signal that comes next.
class SampledBySignals : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    struct sigaction action = {};
    action.sa_handler = [](int) {
      NoteCpu();
      sem_post(&ticked);
    };
    ASSERT_EQ(sigaction(SIGPROF, &action, nullptr), 0);
  }

  void SetUp() override {
    ASSERT_EQ(sem_init(&ticked, 0, 0), 0);
    ASSERT_EQ(sem_init(&moved_, 0, 0), 0);
    ASSERT_EQ(sem_init(&orders_, 0, 0), 0);
  }

  void Start(bool followed) {
    thread_ = std::thread([this, followed] {
      if (followed) LetSamplersFollow();
      for (;;) {
        Await(orders_);
        if (destination_ < 0) return;
        MoveTo(destination_);
        sem_post(&moved_);
      }
    });
  }

  void TearDown() override {
    destination_ = -1;
    sem_post(&orders_);
    thread_.join();
  }

  void Move(int cpu) {
    destination_ = cpu;
    sem_post(&orders_);
    Await(moved_);
  }

  void Tick() {
    ASSERT_EQ(pthread_kill(thread_.native_handle(), SIGPROF), 0);
    Await(ticked);
  }

  static void Await(sem_t& semaphore) {
    RetryOnEintr([&semaphore] { return sem_wait(&semaphore); });
  }

  static inline sem_t ticked;
  sem_t moved_;
  sem_t orders_;
  int destination_ = 0;
  std::thread thread_;
};

TEST_F(SampledBySignals, ASamplerIsWhereItsThreadWasAtTheTickBefore) {
  Start(/*followed=*/true);
  const std::vector<int> cpus = CpusOfThread();
  std::thread([this, &cpus] {
    for (const int cpu : cpus) {
      Move(cpu);
      Tick();
      Tick();
      EXPECT_EQ(CpusOfThread(), std::vector<int>{cpu});
    }
  }).join();
}

TEST_F(SampledBySignals, NobodyFollowsAThreadThatDoesNotAskForIt) {
  Start(/*followed=*/false);
  const std::vector<int> cpus = CpusOfThread();
  std::thread([this, &cpus] {
    Move(cpus.back());
    Tick();
    Tick();
    EXPECT_EQ(CpusOfThread(), cpus);
  }).join();
}

TEST_F(SampledBySignals, OtherSignalsMoveNobody) {
  Start(/*followed=*/true);
  const std::vector<int> cpus = CpusOfThread();
  std::thread([this, &cpus] {
    Move(cpus.back());
    Tick();
    std::thread([this, &cpus] {
      EXPECT_EQ(pthread_kill(thread_.native_handle(), 0), 0);
      EXPECT_EQ(CpusOfThread(), cpus);
    }).join();
  }).join();
}

}  // namespace
}  // namespace rt
