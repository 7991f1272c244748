#include "profiler/model/thread_labels.h"

#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiler/model/utf8.h"

namespace rt {
namespace {

std::string One(const RealmIdentity& realm) {
  return ThreadLabels().Assign(realm);
}

TEST(ThreadLabelsTest, MainIsMainWhateverItRuns) {
  EXPECT_EQ(One({.number = 0, .name = "", .entry = "/app/app.ts"}), "main");
}

TEST(ThreadLabelsTest, AnUnnamedRealmIsItsNumberAndTheNameOfItsFile) {
  EXPECT_EQ(One({.number = 1, .entry = "/app/parse.ts"}), "1 parse.ts");
  EXPECT_EQ(One({.number = 2, .entry = "parse.ts"}), "2 parse.ts");
  EXPECT_EQ(One({.number = 3, .entry = "file:///app/parse.ts?v=1#x"}),
            "3 parse.ts");
  EXPECT_EQ(One({.number = 4, .entry = "data:text/javascript,a/b.ts"}),
            "4 data");
  EXPECT_EQ(One({.number = 5}), "5 realm");
  EXPECT_EQ(One({.number = 6, .entry = "///"}), "6 realm");
}

TEST(ThreadLabelsTest, TwoRealmsOfOneEntryDiffer) {
  ThreadLabels labels;
  EXPECT_EQ(labels.Assign({.number = 1, .entry = "/a/w.ts"}), "1 w.ts");
  EXPECT_EQ(labels.Assign({.number = 2, .entry = "/a/w.ts"}), "2 w.ts");
}

TEST(ThreadLabelsTest, ASharedNameGetsASuffixThatNoOtherNameHas) {
  ThreadLabels labels;
  EXPECT_EQ(labels.Assign({.number = 1, .name = "worker"}), "worker");
  EXPECT_EQ(labels.Assign({.number = 2, .name = "worker 2"}), "worker 2");
  EXPECT_EQ(labels.Assign({.number = 3, .name = "worker"}), "worker 3");
  EXPECT_EQ(labels.Assign({.number = 4, .name = "worker"}), "worker 4");
}

TEST(ThreadLabelsTest, MainIsKeptForTheMainRealm) {
  ThreadLabels labels;
  EXPECT_EQ(labels.Assign({.number = 1, .name = "main"}), "main 2");
  EXPECT_EQ(labels.Assign({.number = 0}), "main");
}

TEST(ThreadLabelsTest, WhatPprofReadsAsAListOrPatternIsReplaced) {
  EXPECT_EQ(One({.number = 1, .name = "a,b"}), "a_b");
  EXPECT_EQ(One({.number = 1, .name = R"(x\+*?()|[]{}^$:=y)"}),
            "x_______________y");
  EXPECT_EQ(One({.number = 1, .entry = "/a/[id].ts"}), "1 _id_.ts");
}

TEST(ThreadLabelsTest, WhatPprofReadsAsAQuantityIsNone) {
  EXPECT_EQ(One({.number = 1, .name = "42"}), "realm 42");
  EXPECT_EQ(One({.number = 1, .name = "-42"}), "realm -42");
  EXPECT_EQ(One({.number = 1, .name = "10ms"}), "realm 10ms");
  EXPECT_EQ(One({.number = 1, .name = "4 queens"}), "4 queens");
}

TEST(ThreadLabelsTest, BlanksAndControlsAreMadeVisibleOrOneSpace) {
  EXPECT_EQ(One({.number = 1, .name = "  a \t\n b  "}), "a b");
  EXPECT_EQ(One({.number = 1, .name = "a\x1b[31mb"}), "a__31mb");
  EXPECT_EQ(One({.number = 1, .name = "a\u202eb"}), "a_b");
}

TEST(ThreadLabelsTest, ANameThatTellsNothingCountsAsNone) {
  for (const char* name : {"", "   ", "...", "+++", "\t"}) {
    EXPECT_EQ(One({.number = 7, .name = name, .entry = "/w.ts"}), "7 w.ts")
        << name;
  }
}

TEST(ThreadLabelsTest, OtherScriptsStayAndBrokenBytesDoNot) {
  EXPECT_EQ(One({.number = 1, .name = "Größe 計算"}), "Größe 計算");
  EXPECT_EQ(One({.number = 1,
                 .name = "a\xff\xfe"
                         "b"}),
            "a__b");
}

TEST(ThreadLabelsTest, ALongNameIsCutBetweenTwoCharacters) {
  ThreadLabels labels;
  std::string name;
  for (int i = 0; i < 100'000; ++i) name += "計";  // 3 bytes
  const std::string first = labels.Assign({.number = 1, .name = name});
  const std::string second = labels.Assign({.number = 2, .name = name});
  EXPECT_EQ(first, name.substr(0, 63));
  EXPECT_EQ(second, name.substr(0, 60) + " 2");
}

TEST(ThreadLabelsTest, TenThousandRealmsOfOneNameOnManyThreadsAreAllDistinct) {
  ThreadLabels labels;
  std::vector<std::vector<std::string>> given(4);
  std::vector<std::thread> threads;
  for (auto& mine : given) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2'500; ++i) {
        mine.push_back(labels.Assign({.number = 1, .name = "worker"}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> all;
  for (const auto& mine : given) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), 10'000u);
  EXPECT_EQ(all.count("worker"), 1u);
  EXPECT_EQ(all.count("worker 10000"), 1u);
}

}  // namespace
}  // namespace rt
