#include "runtime/loop/ready_inbox.h"

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

class Idler : public ReactorMember {
 public:
  bool TakeTurn() override { return false; }
  std::optional<int64_t> waiting_since_ns() override { return std::nullopt; }
};

using Ready = std::deque<std::shared_ptr<ReactorMember>>;

TEST(ReadyInboxTest, WhatIsPutInComesOutInOrderSaveWhatIsGone) {
  ReadyInbox inbox;
  const auto first = std::make_shared<Idler>();
  auto gone = std::make_shared<Idler>();
  const auto last = std::make_shared<Idler>();
  EXPECT_TRUE(inbox.IsEmpty());
  inbox.Put(first);
  inbox.Put(gone);
  inbox.Put(last);
  gone.reset();
  EXPECT_FALSE(inbox.IsEmpty());
  Ready ready;
  inbox.Drain(ready);
  EXPECT_EQ(ready, (Ready{first, last}));
  EXPECT_TRUE(inbox.IsEmpty());
}

TEST(ReadyInboxTest, OnlyTheFirstToFindItAsleepWakesIt) {
  ReadyInbox inbox;
  const auto member = std::make_shared<Idler>();
  EXPECT_FALSE(inbox.Put(member));
  Ready ready;
  inbox.Drain(ready);
  EXPECT_TRUE(inbox.BeginSleep());
  EXPECT_TRUE(inbox.Put(member));
  EXPECT_FALSE(inbox.Put(member));
  inbox.EndSleep();
  EXPECT_FALSE(inbox.Put(member));
}

TEST(ReadyInboxTest, DoesNotSleepOnWhatIsThere) {
  ReadyInbox inbox;
  const auto member = std::make_shared<Idler>();
  inbox.Put(member);
  EXPECT_FALSE(inbox.BeginSleep());
  EXPECT_FALSE(inbox.Put(member));
}

// One that sleeps with something in its inbox, and nobody to wake it, hangs.
TEST(ReadyInboxTest, NoWakeUpIsLost) {
  constexpr int kCount = 20'000;
  ReadyInbox inbox;
  absl::Mutex mutex;
  bool is_woken = false;
  const auto member = std::make_shared<Idler>();
  std::atomic<int> taken = 0;
  std::thread putter([&] {
    for (int i = 0; i < kCount; ++i) {
      if (inbox.Put(member)) {
        absl::MutexLock lock(&mutex);
        is_woken = true;
      }
      while (taken.load() <= i) {
      }
    }
  });
  Ready ready;
  while (taken.load() < kCount) {
    if (inbox.BeginSleep()) {
      absl::MutexLock lock(&mutex);
      mutex.Await(absl::Condition(&is_woken));
      is_woken = false;
      inbox.EndSleep();
    }
    inbox.Drain(ready);
    taken.fetch_add(static_cast<int>(ready.size()));
    ready.clear();
  }
  putter.join();
  EXPECT_TRUE(inbox.IsEmpty());
}

}  // namespace
}  // namespace rt
