#include "runtime/loop/event_loop.h"

#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(EventLoopTest, RunReturnsAtOnceWithNothingToDo) {
  EXPECT_EQ(EventLoop::Create()->Run(), EventLoop::Outcome::kDone);
}

TEST(EventLoopTest, PostedTasksRunInOrderAlsoThoseThatTasksPost) {
  auto loop = EventLoop::Create();
  std::string order;
  loop->Post([&] {
    order += 'a';
    loop->Post([&] { order += 'c'; });
  });
  loop->Post([&] { order += 'b'; });
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kDone);
  EXPECT_EQ(order, "abc");
}

TEST(EventLoopTest, KeepAliveHoldsTheLoopUntilAnotherThreadPosts) {
  auto loop = EventLoop::Create();
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop->Hold());
  std::thread other([&] { loop->Post([&] { hold.reset(); }); });
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kDone);
  EXPECT_EQ(hold, nullptr);
  other.join();
}

TEST(EventLoopTest, TimersRunByDeadlineThenByOrder) {
  auto loop = EventLoop::Create();
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop->Hold());
  std::string order;
  loop->AddTimer(4'000'000, [&] {
    order += 'd';
    hold.reset();
  });
  loop->AddTimer(1'000'000, [&] { order += 'b'; });
  loop->AddTimer(0, [&] { order += 'a'; });
  const auto removed = loop->AddTimer(2'000'000, [&] { order += 'x'; });
  loop->AddTimer(2'000'000, [&] { order += 'c'; });
  EXPECT_TRUE(loop->RemoveTimer(removed));
  EXPECT_FALSE(loop->RemoveTimer(removed));
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kDone);
  EXPECT_EQ(order, "abcd");
}

TEST(EventLoopTest, ATimerOfZeroThatAddsItselfLetsPostedTasksRun) {
  auto loop = EventLoop::Create();
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop->Hold());
  absl::AnyInvocable<void()> again = [&] {
    if (hold == nullptr) return;
    loop->AddTimer(0, [&] { again(); });
  };
  again();
  loop->Post([&] { hold.reset(); });
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kDone);
}

TEST(EventLoopTest, StopFromAnotherThreadEndsAWait) {
  auto loop = EventLoop::Create();
  auto hold = loop->Hold();
  std::thread other([&] { loop->Stop(); });
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kStopped);
  other.join();
}

TEST(EventLoopTest, AClosedLoopRefusesAndDropsTasks) {
  auto loop = EventLoop::Create();
  auto token = std::make_shared<int>(0);
  EXPECT_TRUE(loop->Post([token] { FAIL(); }));
  loop->Close();
  EXPECT_EQ(token.use_count(), 1);
  EXPECT_FALSE(loop->Post([token] { FAIL(); }));
  EXPECT_EQ(token.use_count(), 1);
}

// Writes down what a delegate and a watcher are told. What ends each wait is
// posted as it begins, so that there is one however slow the machine is.
class Recorder : public LoopDelegate, public LoopWatcher {
 public:
  Recorder(EventLoop* loop, std::deque<EventLoop::Task> wake_ups)
      : loop_(loop), wake_ups_(std::move(wake_ups)) {}

  void RunTask(absl::AnyInvocable<void()>& task) override {
    log += 't';
    task();
  }
  void BeforeWait() override {
    log += '<';
    loop_->Post(std::move(wake_ups_.front()));
    wake_ups_.pop_front();
  }
  void AfterWait() override { log += '>'; }
  void OnWait() override { log += '('; }
  void OnWake() override { log += ')'; }

  std::string log;

 private:
  EventLoop* const loop_;
  std::deque<EventLoop::Task> wake_ups_;
};

std::deque<EventLoop::Task> Tasks(EventLoop::Task first,
                                  EventLoop::Task second) {
  std::deque<EventLoop::Task> tasks;
  tasks.push_back(std::move(first));
  tasks.push_back(std::move(second));
  return tasks;
}

TEST(EventLoopTest, EveryWaitEndsBeforeTheTaskThatEndsIt) {
  auto loop = EventLoop::Create();
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop->Hold());
  Recorder recorder(loop.get(), Tasks([] {}, [&] { hold.reset(); }));
  loop->set_delegate(&recorder);
  loop->Run();
  EXPECT_EQ(recorder.log, "<>t<>t");
}

// Expects one task from another thread.
class Expecting : public LoopDelegate {
 public:
  bool ExpectsTask() override { return !came; }

  bool came = false;
};

TEST(EventLoopTest, ATaskThatTheDelegateExpectsIsAwaitedWithoutAHold) {
  auto loop = EventLoop::Create();
  Expecting expecting;
  loop->set_delegate(&expecting);
  std::thread other([&] { loop->Post([&] { expecting.came = true; }); });
  EXPECT_EQ(loop->Run(), EventLoop::Outcome::kDone);
  EXPECT_TRUE(expecting.came);
  other.join();
}

TEST(EventLoopTest, AWatcherLearnsOfTheWaitsUntilItIsRemoved) {
  auto loop = EventLoop::Create();
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop->Hold());
  Recorder recorder(loop.get(), Tasks([&] { loop->RemoveWatcher(&recorder); },
                                      [&] { hold.reset(); }));
  loop->set_delegate(&recorder);
  loop->AddWatcher(&recorder);
  loop->Run();
  EXPECT_EQ(recorder.log, "<()>t<>t");
}

}  // namespace
}  // namespace rt
