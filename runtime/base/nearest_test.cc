#include "runtime/base/nearest.h"

#include "gtest/gtest.h"

namespace rt {
namespace {

// The pairs are those of the literature, as are their distances.
TEST(NearestTest, EditDistanceCountsTypingErrors) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("saturday", "sunday"), 3u);
  EXPECT_EQ(EditDistance("flaw", "lawn"), 2u);
  EXPECT_EQ(EditDistance("ab", "ba"), 1u);
  // 2 where a swapped pair may be changed again.
  EXPECT_EQ(EditDistance("ca", "abc"), 3u);
}

TEST(NearestTest, FindsTheCandidateWithTheFewestChanges) {
  EXPECT_EQ(Nearest("--profil", {"--version", "--profile-out", "--profile"}),
            "--profile");
  EXPECT_EQ(Nearest("--max-haep", {"--profile", "--max-heap"}), "--max-heap");
}

TEST(NearestTest, GuessesNothingFromTextThatIsNearNothing) {
  EXPECT_EQ(Nearest("--zzz", {"--profile", "--max-heap"}), "");
  EXPECT_EQ(Nearest("", {"--profile"}), "");
  EXPECT_EQ(Nearest(std::string(1'000'000, 'x'), {"--profile"}), "");
}

}  // namespace
}  // namespace rt
