#include "runtime/ipc/child_process.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/eintr.h"
#include "runtime/ipc/exit_watch.h"
#include "runtime/ipc/io_thread.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

ChildProcess::Spawned Shell(const std::string& script) {
  absl::StatusOr<ChildProcess::Spawned> spawned = ChildProcess::Spawn(
      {.program = "/bin/sh", .words = {"sh", "-c", script}});
  EXPECT_TRUE(spawned.ok()) << spawned.status();
  return *std::move(spawned);
}

ProcessExit WaitFor(ChildProcess& process) {
  pollfd fd = {process.fd(), POLLIN, 0};
  RetryOnEintr([&] { return poll(&fd, 1, -1); });
  const std::optional<ProcessExit> exit = process.Exit();
  EXPECT_TRUE(exit.has_value());
  return exit.value_or(ProcessExit());
}

// Until the other side closes.
std::string ReadAll(int fd) {
  std::string all;
  char bytes[4096];
  ssize_t size;
  while ((size = RetryOnEintr([&] { return read(fd, bytes, sizeof(bytes)); })) >
         0) {
    all.append(bytes, static_cast<size_t>(size));
  }
  return all;
}

int OpenDescriptors() {
  int count = 0;
  DIR* const folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

bool IsChild(pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != -1; }

TEST(ChildProcessTest, TellsTheExitCode) {
  auto [process, socket] = Shell("exit 7");
  const ProcessExit exit = WaitFor(process);
  EXPECT_EQ(exit.code, 7);
  EXPECT_EQ(exit.signal, 0);
}

TEST(ChildProcessTest, TellsTheSignal) {
  auto [process, socket] = Shell("kill -9 $$");
  EXPECT_EQ(WaitFor(process).signal, SIGKILL);
}

TEST(ChildProcessTest, HasASocketToItsParent) {
  auto [process, socket] = Shell("read word <&3; echo \"got $word\" >&3");
  EXPECT_EQ(write(socket.get(), "this\n", 5), 5);
  EXPECT_EQ(ReadAll(socket.get()), "got this\n");
}

TEST(ChildProcessTest, HasNoOtherDescriptor) {
  // Not closed on exec, as of a careless library.
  const int leak = dup(STDERR_FILENO);
  auto [process, socket] = Shell(R"(
      for fd in /proc/$$/fd/*; do [ -e $fd ] && echo ${fd##*/} >&3; done)");
  EXPECT_EQ(ReadAll(socket.get()), "0\n1\n2\n3\n");
  close(leak);
}

TEST(ChildProcessTest, HasAnEmptyStandardInput) {
  auto [process, socket] = Shell("cat >&3");
  EXPECT_EQ(ReadAll(socket.get()), "");
}

TEST(ChildProcessTest, SignalsOfTheTerminalAreBlockedAndNoOthers) {
  absl::StatusOr<ChildProcess::Spawned> spawned =
      ChildProcess::Spawn({.program = "/bin/sleep", .words = {"sleep", "600"}});
  ASSERT_TRUE(spawned.ok());
  const std::string status =
      ReadFile(absl::StrCat("/proc/", spawned->process.pid(), "/status"));
  // Bit N-1 is signal N: SIGHUP is 1, SIGINT is 2.
  EXPECT_THAT(status, HasSubstr("\nSigBlk:\t0000000000000003\n"));
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsAnErrorThatNamesIt) {
  const int before = OpenDescriptors();
  const absl::StatusOr<ChildProcess::Spawned> spawned =
      ChildProcess::Spawn({.program = "/no/such/program", .words = {"it"}});
  EXPECT_THAT(std::string(spawned.status().message()),
              HasSubstr("'/no/such/program': No such file"));
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(ChildProcessTest, NothingIsLeftOfManyHoweverTheyEnd) {
  const int before = OpenDescriptors();
  for (int i = 0; i < 60; ++i) {
    auto [process, socket] = Shell(i % 3 == 0   ? "exit 0"
                                   : i % 3 == 1 ? "kill $$"
                                                : "exec sleep 600");
    if (i % 3 != 2) WaitFor(process);
    const pid_t pid = process.pid();
    { const ChildProcess last = std::move(process); }
    EXPECT_FALSE(IsChild(pid));
  }
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(ChildProcessTest, ASignalToOneThatHasEndedDoesNothing) {
  auto [process, socket] = Shell("exit 3");
  WaitFor(process);
  process.Signal(SIGKILL);
  EXPECT_EQ(process.Exit()->code, 3);
}

// Runs `script`, has `then` do something to it when it has written a line, and
// returns how it ended.
ProcessExit Watch(const std::string& script, void (*then)(ExitWatch&)) {
  absl::StatusOr<std::unique_ptr<IoThread>> io = IoThread::Start("test");
  auto [process, socket] = Shell(script);
  char line[16];
  const int fd = socket.get();
  RetryOnEintr([&] { return read(fd, line, sizeof(line)); });
  std::unique_ptr<ExitWatch> watch;
  absl::Notification ended;
  ProcessExit exit;
  (*io)->Post([&, &process = process] {
    watch = *ExitWatch::Start(**io, process, [&](ProcessExit its_exit) {
      exit = its_exit;
      watch.reset();
      ended.Notify();
    });
    then(*watch);
  });
  ended.WaitForNotification();
  return exit;
}

TEST(ExitWatchTest, TellsTheEnd) {
  EXPECT_EQ(Watch("echo >&3; exit 9", [](ExitWatch&) {}).code, 9);
}

TEST(ExitWatchTest, OneThatIsToEndIsAskedFirst) {
  EXPECT_EQ(Watch("echo >&3; exec sleep 600",
                  [](ExitWatch& watch) { watch.Terminate(); })
                .signal,
            SIGTERM);
}

TEST(ExitWatchTest, OneThatDoesNotListenIsKilled) {
  EXPECT_EQ(Watch("trap '' TERM; echo >&3; exec sleep 600",
                  [](ExitWatch& watch) { watch.Terminate(); })
                .signal,
            SIGKILL);
}

TEST(ExitWatchTest, OneThatHasItsTimeIsKilledAfterIt) {
  EXPECT_EQ(Watch("echo >&3; exec sleep 600",
                  [](ExitWatch& watch) {
                    watch.KillAfter(600'000);
                    watch.KillAfter(10);
                    watch.KillAfter(600'000);
                  })
                .signal,
            SIGKILL);
}

}  // namespace
}  // namespace rt
