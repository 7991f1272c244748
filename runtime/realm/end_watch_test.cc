#include "runtime/realm/end_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "runtime/realm/message.h"

namespace rt {
namespace {

using testing::ExitedWithCode;

constexpr absl::Duration kLonger =
    absl::Milliseconds(2 * EndWatch::kPatienceMs);

RealmResult Exited(int code) {
  return {.end = RealmEnd::kExited, .exit_code = code};
}

// Each in a process of its own, which the watch ends where it must.
class EndWatchTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void Set(EndWatch& watch) {
    watch.set_overdue([](RealmResult result) {
      _exit(result.end == RealmEnd::kExited ? result.exit_code : 99);
    });
  }
};

TEST_F(EndWatchTest, AnEndThatDoesNotComeIsOverdueAndTheLastWordCounts) {
  EXPECT_EXIT(
      {
        EndWatch watch;
        Set(watch);
        watch.Begin(Exited(6));
        watch.Begin(Exited(7));
        absl::SleepFor(absl::InfiniteDuration());
      },
      ExitedWithCode(7), "");
}

TEST_F(EndWatchTest, AnEndThatComesIsNot) {
  EXPECT_EXIT(
      {
        {
          EndWatch watch;
          Set(watch);
          watch.Begin(Exited(7));
          watch.End();
          absl::SleepFor(kLonger);
        }
        _exit(0);
      },
      ExitedWithCode(0), "");
}

TEST_F(EndWatchTest, ItWaitsForExitListenersAndForRealmsThatFinish) {
  EXPECT_EXIT(
      {
        EndWatch watch;
        Set(watch);
        watch.Begin(Exited(7));
        watch.Pause();
        absl::SleepFor(kLonger);
        watch.OnRealmFinishes();
        watch.Begin(Exited(8));
        absl::SleepFor(kLonger);
        _exit(0);
      },
      ExitedWithCode(0), "");
}

TEST_F(EndWatchTest, WhoComesTooLateDoesNotGoOn) {
  EXPECT_EXIT(
      {
        EndWatch watch;
        watch.set_overdue([](RealmResult) {
          absl::SleepFor(kLonger);
          _exit(0);
        });
        watch.Begin(Exited(7));
        absl::SleepFor(kLonger);
        watch.End();
        _exit(1);
      },
      ExitedWithCode(0), "");
}

}  // namespace
}  // namespace rt
