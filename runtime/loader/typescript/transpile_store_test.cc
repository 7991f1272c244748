#include "runtime/loader/typescript/transpile_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "test/support/temp_folder.h"

namespace rt {
namespace {

using Result = std::shared_ptr<const Transpiled>;

Result Code(const std::string& code) {
  return std::make_shared<const Transpiled>(Transpiled{code, ""});
}

TEST(TranspileStore, ThreadsThatAskAtOnceMakeItOnce) {
  TranspileStore store{TranspileCache("")};
  std::atomic<int> made = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const Result result = store.GetOrMake("key", [&] {
        ++made;
        return Code("code");
      });
      if (result->code == "code") ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(right, 8);
}

TEST(TranspileStore, AFailureIsNotKept) {
  TranspileStore store{TranspileCache("")};
  EXPECT_EQ(store.GetOrMake("key", [] { return Result(); }), nullptr);
  EXPECT_EQ(store.GetOrMake("key", [] { return Code("x"); })->code, "x");
}

TEST(TranspileStore, AnotherProcessFindsItOnTheDisk) {
  const TempFolder folder;
  const std::string key(64, 'a');
  TranspileStore first{TranspileCache(folder.path())};
  first.GetOrMake(key, [] { return Code("x"); });
  TranspileStore second{TranspileCache(folder.path())};
  EXPECT_EQ(second.GetOrMake(key, [] { return Code("made again"); })->code,
            "x");
}

TEST(TranspileStore, ForgetsInsteadOfGrowing) {
  TranspileStore store{TranspileCache("")};
  const std::string large(20 << 20, 'x');
  int made = 0;
  const auto ask = [&](const char* key) {
    store.GetOrMake(key, [&] {
      ++made;
      return Code(large);
    });
  };
  ask("a");
  ask("a");
  EXPECT_EQ(made, 1);
  ask("b");
  ask("a");
  EXPECT_EQ(made, 3);
}

}  // namespace
}  // namespace rt
