#include "runtime/store/cache/cache.h"

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using State = CacheFound::State;

constexpr int64_t kHour = int64_t{3600} * 1'000'000'000;

CacheInsert Object(std::string text, std::vector<std::string> surrogates = {}) {
  return {.value = {StoredKind::kText, std::move(text)},
          .surrogate_keys = std::move(surrogates),
          .fresh_ns = kHour};
}

CacheInsert Stale(std::string text) {
  return {.value = {StoredKind::kText, std::move(text)}, .stale_ns = kHour};
}

CacheInsert Expired(std::string text) {
  return {.value = {StoredKind::kText, std::move(text)}};
}

class CacheTest : public testing::Test {
 protected:
  // One that gets its answer at once.
  CacheLookup Look(const std::string& key) {
    auto lookup =
        cache_.Lookup("c", key, [](CacheLookup) { ADD_FAILURE() << "late"; });
    EXPECT_TRUE(lookup.has_value());
    return *std::move(lookup);
  }

  // One that waits; what it gets is appended to `answers_`.
  void Wait(const std::string& key) {
    EXPECT_FALSE(cache_
                     .Lookup("c", key,
                             [this](CacheLookup lookup) {
                               answers_.push_back(std::move(lookup));
                             })
                     .has_value());
  }

  static std::string TextOf(const CacheLookup& lookup) {
    return lookup.found ? lookup.found->object->value.bytes : "(none)";
  }

  std::string Text(const std::string& key) {
    const auto found = cache_.Peek("c", key);
    return found ? found->object->value.bytes : "(none)";
  }

  Cache cache_{100'000};
  std::vector<CacheLookup> answers_;
};

TEST_F(CacheTest, OneOfManyGetsTheObligationAndTheOthersItsObject) {
  CacheLookup first = Look("k");
  ASSERT_NE(first.obligation, nullptr);
  for (int i = 0; i < 3; ++i) Wait("k");
  EXPECT_NE(Look("another").obligation, nullptr);
  EXPECT_TRUE(first.obligation->Insert(Object("made")));
  ASSERT_EQ(answers_.size(), 3u);
  for (const CacheLookup& answer : answers_) {
    EXPECT_EQ(TextOf(answer), "made");
    EXPECT_EQ(answer.obligation, nullptr);
  }
  const CacheLookup later = Look("k");
  EXPECT_EQ(TextOf(later), "made");
  EXPECT_EQ(later.found->state, State::kFresh);
  EXPECT_EQ(later.obligation, nullptr);
}

TEST_F(CacheTest, WhereOneGivesUpTheNextGetsTheObligation) {
  CacheLookup first = Look("k");
  Wait("k");
  Wait("k");
  first.obligation.reset();
  ASSERT_EQ(answers_.size(), 1u);
  ASSERT_NE(answers_[0].obligation, nullptr);
  answers_[0].obligation->Insert(Object("second"));
  ASSERT_EQ(answers_.size(), 2u);
  EXPECT_EQ(TextOf(answers_[1]), "second");
}

TEST_F(CacheTest, GivingUpGoesThroughAnyNumberOfThoseWhoAreGone) {
  CacheLookup first = Look("k");
  for (int i = 0; i < 100'000; ++i) {
    cache_.Lookup("c", "k", [](CacheLookup lookup) { lookup = {}; });
  }
  Wait("k");
  first.obligation.reset();
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_NE(answers_[0].obligation, nullptr);
  answers_.clear();
  EXPECT_NE(Look("k").obligation, nullptr);
}

TEST_F(CacheTest, WhatIsDeclinedEachMakesForItself) {
  CacheLookup first = Look("k");
  Wait("k");
  Wait("k");
  first.obligation->Decline();
  ASSERT_EQ(answers_.size(), 2u);
  for (const CacheLookup& answer : answers_) {
    EXPECT_EQ(TextOf(answer), "(none)");
    EXPECT_EQ(answer.obligation, nullptr);
  }
}

TEST_F(CacheTest, ServesWhatIsStaleWhileOneMakesItNew) {
  cache_.Insert("c", "k", Stale("old"));
  CacheLookup first = Look("k");
  EXPECT_EQ(TextOf(first), "old");
  EXPECT_EQ(first.found->state, State::kStale);
  ASSERT_NE(first.obligation, nullptr);
  const CacheLookup second = Look("k");
  EXPECT_EQ(TextOf(second), "old");
  EXPECT_EQ(second.obligation, nullptr);
  first.obligation->Insert(Object("new"));
  EXPECT_EQ(TextOf(Look("k")), "new");
}

TEST_F(CacheTest, WhatHasExpiredIsThereForItsMakerOnly) {
  cache_.Insert("c", "k", Expired("old"));
  EXPECT_EQ(Text("k"), "(none)");
  CacheLookup first = Look("k");
  EXPECT_EQ(TextOf(first), "old");
  EXPECT_EQ(first.found->state, State::kExpired);
  Wait("k");
  EXPECT_TRUE(first.obligation->Revalidate(kHour, 0));
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(TextOf(answers_[0]), "old");
  EXPECT_EQ(Look("k").found->state, State::kFresh);
}

TEST_F(CacheTest, NothingCannotBeRevalidated) {
  CacheLookup first = Look("k");
  EXPECT_FALSE(first.obligation->Revalidate(kHour, 0));
  EXPECT_TRUE(first.obligation->Insert(Object("made")));
}

TEST_F(CacheTest, PurgesByKeyBySurrogateKeyAndAll) {
  cache_.Insert("c", "1", Object("1", {"a", "a"}));
  cache_.Insert("c", "2", Object("2", {"a", "b"}));
  cache_.Insert("c", "3", Object("3", {"b"}));
  cache_.Insert("d", "1", Object("other", {"a", "b"}));
  EXPECT_EQ(cache_.PurgeSurrogate("c", "a"), 2u);
  EXPECT_EQ(cache_.PurgeSurrogate("c", "a"), 0u);
  EXPECT_EQ(Text("2"), "(none)");
  EXPECT_EQ(Text("3"), "3");
  EXPECT_EQ(cache_.Purge("c", "3"), 1u);
  EXPECT_EQ(cache_.Purge("c", "3"), 0u);
  cache_.Insert("c", "4", Object("4"));
  EXPECT_EQ(cache_.PurgeAll("c"), 1u);
  EXPECT_TRUE(cache_.Peek("d", "1").has_value());
  EXPECT_EQ(cache_.PurgeAll("d"), 1u);
  EXPECT_EQ(cache_.bytes(), 0u);
}

TEST_F(CacheTest, DoesNotKeepWhatIsPurgedWhileItIsMade) {
  CacheLookup by_key = Look("k");
  cache_.Purge("c", "k");
  Wait("k");
  EXPECT_FALSE(by_key.obligation->Insert(Object("k")));
  EXPECT_EQ(TextOf(answers_.at(0)), "k");
  EXPECT_EQ(Text("k"), "(none)");

  cache_.PurgeSurrogate("c", "s");
  CacheLookup by_surrogate = Look("k");
  cache_.PurgeSurrogate("c", "other");
  CacheLookup innocent = Look("i");
  cache_.PurgeSurrogate("c", "s");
  EXPECT_FALSE(by_surrogate.obligation->Insert(Object("k", {"r", "s"})));
  EXPECT_TRUE(innocent.obligation->Insert(Object("i", {"other"})));

  CacheLookup all = Look("a");
  cache_.PurgeAll("c");
  EXPECT_FALSE(all.obligation->Insert(Object("a")));
  // And from then on it is as before.
  EXPECT_TRUE(Look("k").obligation->Insert(Object("k", {"s"})));
}

TEST_F(CacheTest, WhatWasNotUsedForLongestGoesFirst) {
  const std::string part(30'000, 'x');
  for (const char* key : {"1", "2", "3"}) {
    EXPECT_TRUE(cache_.Insert("c", key, Object(part, {key})));
  }
  EXPECT_EQ(Text("1"), part);
  EXPECT_TRUE(cache_.Insert("c", "4", Object(part)));
  EXPECT_EQ(Text("1"), part);
  EXPECT_EQ(Text("2"), "(none)");
  EXPECT_LE(cache_.bytes(), 100'000u);
  // One that has no room at all takes none from others.
  EXPECT_FALSE(cache_.Insert("c", "5", Object(std::string(100'000, 'x'))));
  EXPECT_EQ(Text("1"), part);
  EXPECT_EQ(cache_.PurgeSurrogate("c", "2"), 0u);
  // In the place of another it does not count twice.
  const size_t before = cache_.bytes();
  EXPECT_TRUE(cache_.Insert("c", "1", Object(part, {"1"})));
  EXPECT_EQ(cache_.bytes(), before);
}

TEST_F(CacheTest, OfManyThreadsOneAtATimeMakesAnObject) {
  constexpr int kRounds = 200;
  std::atomic<int> making = 0;
  std::atomic<int> made = 0;
  std::atomic<int> answered = 0;
  const auto take = [&](CacheLookup lookup, const std::string& key) {
    ++answered;
    if (lookup.obligation == nullptr) {
      EXPECT_EQ(TextOf(lookup), key);
      return;
    }
    EXPECT_EQ(++making, 1);
    ++made;
    --making;
    // Every third gives up.
    if (made % 3 != 0) lookup.obligation->Insert(Object(key));
  };
  for (int round = 0; round < kRounds; ++round) {
    const std::string key = absl::StrCat(round);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        auto lookup = cache_.Lookup("c", key, [&, key](CacheLookup late) {
          take(std::move(late), key);
        });
        if (lookup.has_value()) take(*std::move(lookup), key);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(answered, 4 * kRounds);
}

}  // namespace
}  // namespace rt
