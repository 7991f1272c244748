#include "runtime/loop/event_loop.h"

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "gtest/gtest.h"
#include "runtime/loop/reactor.h"

namespace rt {
namespace {

// A loop on a reactor of its own, which Run() runs until the loop has ended.
class EventLoopTest : public testing::Test, public LoopDelegate {
 protected:
  ~EventLoopTest() override { loop_->Close(); }

  void Run() {
    loop_->PostControl([this] { loop_->set_delegate(this); });
    reactor_->Run();
  }

  void OnEnd() override {
    ended_ = true;
    reactor_->Stop();
  }

  const std::shared_ptr<Reactor> reactor_ = Reactor::Create();
  const std::shared_ptr<EventLoop> loop_ = EventLoop::Create(reactor_);
  bool ended_ = false;
};

TEST_F(EventLoopTest, EndsAtOnceWithNothingToDo) {
  Run();
  EXPECT_TRUE(ended_);
  EXPECT_FALSE(loop_->is_stopped());
}

TEST_F(EventLoopTest, PostedTasksRunInOrderAlsoThoseThatTasksPost) {
  std::string order;
  loop_->Post([&] {
    order += 'a';
    loop_->Post([&] { order += 'c'; });
  });
  loop_->Post([&] { order += 'b'; });
  Run();
  EXPECT_EQ(order, "abc");
}

TEST_F(EventLoopTest, KeepAliveHoldsTheLoopUntilAnotherThreadPosts) {
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop_->Hold());
  std::thread other([&] { loop_->Post([&] { hold.reset(); }); });
  Run();
  EXPECT_EQ(hold, nullptr);
  other.join();
}

TEST_F(EventLoopTest, TimersRunByDeadlineThenByOrder) {
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop_->Hold());
  std::string order;
  loop_->AddTimer(4'000'000, [&] {
    order += 'd';
    hold.reset();
  });
  loop_->AddTimer(1'000'000, [&] { order += 'b'; });
  loop_->AddTimer(0, [&] { order += 'a'; });
  const auto removed = loop_->AddTimer(2'000'000, [&] { order += 'x'; });
  loop_->AddTimer(2'000'000, [&] { order += 'c'; });
  EXPECT_TRUE(loop_->RemoveTimer(removed));
  EXPECT_FALSE(loop_->RemoveTimer(removed));
  Run();
  EXPECT_EQ(order, "abcd");
}

TEST_F(EventLoopTest, ATimerOfZeroThatAddsItselfLetsPostedTasksRun) {
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop_->Hold());
  absl::AnyInvocable<void()> again = [&] {
    if (hold == nullptr) return;
    loop_->AddTimer(0, [&] { again(); });
  };
  again();
  loop_->Post([&] { hold.reset(); });
  Run();
}

TEST_F(EventLoopTest, ATaskThatPostsItselfLetsTimersRun) {
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop_->Hold());
  absl::AnyInvocable<void()> again = [&] {
    if (hold == nullptr) return;
    loop_->Post([&] { again(); });
  };
  again();
  loop_->AddTimer(1'000'000, [&] { hold.reset(); });
  Run();
}

TEST_F(EventLoopTest, StopFromAnotherThreadEndsAWait) {
  auto hold = loop_->Hold();
  std::thread other([&] { loop_->Stop(); });
  Run();
  EXPECT_TRUE(loop_->is_stopped());
  other.join();
}

TEST_F(EventLoopTest, StopLeavesTheTasksBehindItUnrun) {
  loop_->Post([&] { loop_->Stop(); });
  loop_->Post([] { FAIL(); });
  loop_->AddTimer(0, [] { FAIL(); });
  Run();
}

TEST_F(EventLoopTest, AnEndedLoopDropsTasksAndRunsWhatItsOwnerPosts) {
  auto token = std::make_shared<int>(0);
  loop_->Stop();
  EXPECT_TRUE(loop_->Post([token] { FAIL(); }));
  Run();
  EXPECT_EQ(token.use_count(), 1);
  EXPECT_FALSE(loop_->Post([token] { FAIL(); }));
  EXPECT_EQ(token.use_count(), 1);
}

// Ends later than its loop.
class Lingering : public LoopDelegate {
 public:
  explicit Lingering(EventLoop& loop) : loop_(loop) {}

  void OnEnd() override {
    ++ends;
    EXPECT_FALSE(loop_.Post([] { FAIL(); }));
    other_ = std::thread([this] {
      loop_.PostControl([this] {
        loop_.Close();
        EXPECT_FALSE(loop_.PostControl([] { FAIL(); }));
        loop_.reactor()->Stop();
      });
    });
  }

  void Join() { other_.join(); }

  int ends = 0;

 private:
  EventLoop& loop_;
  std::thread other_;
};

TEST_F(EventLoopTest, GoesOnWithoutTasksUntilItIsClosed) {
  Lingering lingering(*loop_);
  loop_->PostControl([&] { loop_->set_delegate(&lingering); });
  reactor_->Run();
  lingering.Join();
  EXPECT_EQ(lingering.ends, 1);
  EXPECT_EQ(reactor_->load().members, 0u);
}

// Expects one task from another thread.
class Expecting : public EventLoopTest {
 protected:
  bool ExpectsTask() override { return !came_; }

  bool came_ = false;
};

TEST_F(Expecting, ATaskThatTheDelegateExpectsIsAwaitedWithoutAHold) {
  std::thread other([&] { loop_->Post([&] { came_ = true; }); });
  Run();
  EXPECT_TRUE(came_);
  other.join();
}

// Writes down what a watcher and the delegate are told.
class Watched : public EventLoopTest, public LoopWatcher {
 protected:
  void RunTask(absl::FunctionRef<void()> task) override {
    log_ += 't';
    task();
  }
  void OnTurnBegin(int64_t /*ready_ns*/, int64_t /*cpu_ns*/) override {
    log_ += '(';
  }
  // What makes the next turn comes when there is nothing left in this one.
  void OnTurnEnd() override {
    log_ += ')';
    if (!next_.has_value()) return;
    loop_->Post(*std::move(next_));
    next_.reset();
  }

  std::string log_;
  std::optional<EventLoop::Task> next_;
};

TEST_F(Watched, AWatcherLearnsOfTheTurnsUntilItIsRemoved) {
  auto hold = std::make_unique<EventLoop::KeepAlive>(loop_->Hold());
  loop_->Post([&] { loop_->AddWatcher(this); });
  next_ = [&] {
    loop_->RemoveWatcher(this);
    loop_->AddTimer(1'000'000, [&] { hold.reset(); });
  };
  Run();
  EXPECT_EQ(log_, "t)(tt");
}

}  // namespace
}  // namespace rt
