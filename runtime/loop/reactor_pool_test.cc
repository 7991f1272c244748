#include "runtime/loop/reactor_pool.h"

#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "runtime/loop/event_loop.h"

namespace rt {
namespace {

std::shared_ptr<EventLoop> AddLoop(ReactorPool& pool) {
  auto reactor = pool.Choose();
  EXPECT_TRUE(reactor.ok()) << reactor.status();
  return EventLoop::Create(*std::move(reactor));
}

TEST(ReactorPoolTest, LoopsAreSharedOutEvenlyOverTheReactors) {
  ReactorPool pool(3);
  std::vector<std::shared_ptr<EventLoop>> loops;
  for (int i = 0; i < 30; ++i) loops.push_back(AddLoop(pool));
  const auto reactors = pool.running();
  ASSERT_EQ(reactors.size(), 3u);
  for (const auto& reactor : reactors) {
    EXPECT_EQ(reactor->load().members, 10u);
  }
}

TEST(ReactorPoolTest, NoThreadIsStartedWhileOneHasNothing) {
  ReactorPool pool(3);
  for (int i = 0; i < 10; ++i) AddLoop(pool)->Close();
  EXPECT_EQ(pool.running().size(), 1u);
}

TEST(ReactorPoolTest, ANewLoopGoesWhereTheFewestAre) {
  ReactorPool pool(2);
  const auto first = AddLoop(pool);
  const auto second = AddLoop(pool);
  const auto third = AddLoop(pool);
  EXPECT_NE(first->reactor(), second->reactor());
  // Leaves its reactor with one loop less than the other.
  const auto& fewer = third->reactor() == first->reactor() ? second : first;
  EXPECT_EQ(AddLoop(pool)->reactor(), fewer->reactor());
}

TEST(ReactorPoolTest, ALoopThatIsBusyLeavesTheOtherReactorsToNewOnes) {
  ReactorPool pool(2);
  const auto busy = AddLoop(pool);
  const auto idle = AddLoop(pool);
  absl::Notification spins;
  absl::Notification enough;
  busy->PostControl([&] {
    spins.Notify();
    enough.WaitForNotification();
  });
  spins.WaitForNotification();
  EXPECT_EQ(AddLoop(pool)->reactor(), idle->reactor());
  enough.Notify();
}

TEST(ReactorPoolTest, EachReactorHasAThread) {
  ReactorPool pool(4);
  std::vector<std::shared_ptr<EventLoop>> loops;
  absl::Notification done[4];
  std::thread::id ids[4];
  for (int i = 0; i < 4; ++i) {
    loops.push_back(AddLoop(pool));
    loops.back()->PostControl([&, i] {
      ids[i] = std::this_thread::get_id();
      done[i].Notify();
    });
  }
  for (absl::Notification& one : done) one.WaitForNotification();
  EXPECT_EQ(std::set<std::thread::id>(std::begin(ids), std::end(ids)).size(),
            4u);
  for (const auto& loop : loops) loop->Close();
}

}  // namespace
}  // namespace rt
