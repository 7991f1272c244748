// What the kernel holds for a thread, past every check of rt's own: system
// calls on a restricted thread, and what /proc says of it.

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "runtime/policy/landlock.h"
#include "runtime/policy/seccomp.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

class RestrictionTest : public testing::Test {
 protected:
  RestrictionTest() {
    for (const char* folder : {"app", "in", "out", "secret"}) {
      mkdir((folder_ / folder).c_str(), 0777);
    }
    WriteFile(folder_ / "app/main.js", "m");
    WriteFile(folder_ / "in/a", "a");
    WriteFile(folder_ / "secret/s", "s");
  }

  void SetUp() override {
    if (LandlockAbi() == 0) GTEST_SKIP() << "the kernel has no Landlock";
    if (!HasSeccomp()) GTEST_SKIP() << "the kernel has no seccomp";
  }

  std::shared_ptr<const Policy> MakePolicy(std::vector<std::string> net = {}) {
    return *Policy::Make({.read = {folder_ / "in"},
                          .write = {folder_ / "out"},
                          .net = std::move(net)},
                         folder_ / "app/main.js", nullptr);
  }

  // Runs `body` on a thread that is restricted by both.
  void OnRestrictedThread(const Landlock& landlock, bool net,
                          const std::function<void()>& body) {
    std::thread([&] {
      const absl::Status filtered = FilterSystemCalls(net);
      ASSERT_TRUE(filtered.ok()) << filtered;
      const absl::Status restricted = landlock.RestrictThread();
      ASSERT_TRUE(restricted.ok()) << restricted;
      body();
    }).join();
  }

  // 0 or the errno of open(2).
  int Open(const std::string& name, int flags) {
    const int fd = open((folder_ / name).c_str(), flags | O_CLOEXEC, 0666);
    if (fd == -1) return errno;
    close(fd);
    return 0;
  }

  TempFolder folder_;
};

std::string StatusLine(const std::string& name) {
  const std::string status =
      ReadFile(absl::StrCat("/proc/self/task/", gettid(), "/status"));
  const size_t at = status.find("\n" + name + ":\t");
  if (at == status.npos) return "";
  const size_t start = at + name.size() + 3;
  return status.substr(start, status.find('\n', start) - start);
}

TEST_F(RestrictionTest, OpenIsHeldByTheKernel) {
  absl::StatusOr<Landlock> landlock = Landlock::ForRealm(*MakePolicy());
  ASSERT_TRUE(landlock.ok()) << landlock.status();
  OnRestrictedThread(*landlock, false, [&] {
    EXPECT_EQ(Open("in/a", O_RDONLY), 0);
    EXPECT_EQ(Open("app/main.js", O_RDONLY), 0);
    EXPECT_EQ(Open("secret/s", O_RDONLY), EACCES);
    EXPECT_EQ(Open("in/../secret/s", O_RDONLY), EACCES);
    EXPECT_EQ(Open("in/a", O_WRONLY), EACCES);
    EXPECT_EQ(Open("out/new", O_WRONLY | O_CREAT), 0);
    EXPECT_EQ(Open("out/new", O_RDONLY), EACCES);
    EXPECT_EQ(Open("app/new", O_WRONLY | O_CREAT), EACCES);
    EXPECT_EQ(unlink((folder_ / "in/a").c_str()), -1);
    EXPECT_EQ(errno, EACCES);
  });
  EXPECT_EQ(Open("secret/s", O_RDONLY), 0);
}

TEST_F(RestrictionTest, FileWorkMayNotReadModules) {
  absl::StatusOr<Landlock> landlock = Landlock::ForFiles(*MakePolicy());
  ASSERT_TRUE(landlock.ok());
  OnRestrictedThread(*landlock, false, [&] {
    EXPECT_EQ(Open("in/a", O_RDONLY), 0);
    EXPECT_EQ(Open("app/main.js", O_RDONLY), EACCES);
  });
}

TEST_F(RestrictionTest, ThreadsOfARestrictedThreadAreRestricted) {
  absl::StatusOr<Landlock> landlock = Landlock::ForRealm(*MakePolicy());
  ASSERT_TRUE(landlock.ok());
  OnRestrictedThread(*landlock, false, [&] {
    std::thread([&] {
      EXPECT_EQ(Open("secret/s", O_RDONLY), EACCES);
      EXPECT_EQ(socket(AF_INET, SOCK_STREAM, 0), -1);
    }).join();
  });
}

TEST_F(RestrictionTest, ProcShowsTheRestrictionOfThisThreadAlone) {
  const std::string before = StatusLine("NoNewPrivs") + StatusLine("Seccomp");
  // Without Landlock, which would keep the thread from reading /proc.
  std::thread([] {
    ASSERT_TRUE(FilterSystemCalls(false).ok());
    EXPECT_EQ(StatusLine("NoNewPrivs"), "1");
    EXPECT_EQ(StatusLine("Seccomp"), "2");
  }).join();
  EXPECT_EQ(StatusLine("NoNewPrivs") + StatusLine("Seccomp"), before);
}

TEST_F(RestrictionTest, NoProcessNoForeignSignalNoSocketWithoutNet) {
  absl::StatusOr<Landlock> landlock = Landlock::ForRealm(*MakePolicy());
  ASSERT_TRUE(landlock.ok());
  OnRestrictedThread(*landlock, false, [&] {
    const auto errno_of = [](long result) { return result == -1 ? errno : 0; };
    EXPECT_EQ(errno_of(syscall(SYS_fork)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_clone3, nullptr, 0)), ENOSYS);
    EXPECT_EQ(errno_of(syscall(SYS_execve, "/bin/true", nullptr, nullptr)),
              EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_kill, getppid(), 0)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_tgkill, getppid(), getppid(), 0)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_tgkill, getpid(), gettid(), 0)), 0);
    EXPECT_EQ(errno_of(socket(AF_INET, SOCK_STREAM, 0)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_io_uring_setup, 1, nullptr)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_ptrace, 0, 0, 0, 0)), EPERM);
    EXPECT_EQ(errno_of(syscall(SYS_chdir, "/")), EPERM);
    // Without the filter ENOTTY or EIO.
    EXPECT_EQ(errno_of(ioctl(STDIN_FILENO, TIOCSTI, "x")), EPERM);
  });
}

// A listening socket on loopback, and connections to it.
TEST_F(RestrictionTest, TcpIsHeldByPort) {
  if (LandlockAbi() < 4) GTEST_SKIP() << "Landlock knows no ports here";
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(bind(server, generic, size), 0);
  ASSERT_EQ(listen(server, 4), 0);
  ASSERT_EQ(getsockname(server, generic, &size), 0);
  const uint16_t port = ntohs(address.sin_port);
  const uint16_t other = port == 1 ? 2 : port - 1;

  const auto connect_errno = [&](uint16_t granted) {
    absl::StatusOr<Landlock> landlock =
        Landlock::ForRealm(*MakePolicy({absl::StrCat("localhost:", granted)}));
    EXPECT_TRUE(landlock.ok()) << landlock.status();
    int error = -1;
    OnRestrictedThread(*landlock, true, [&] {
      const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      EXPECT_EQ(bind(client, generic, 0), -1);
      error = connect(client, generic, size) == 0 ? 0 : errno;
      close(client);
      EXPECT_EQ(socket(AF_UNIX, SOCK_STREAM, 0), -1);
    });
    return error;
  };
  EXPECT_EQ(connect_errno(port), 0);
  EXPECT_EQ(connect_errno(other), EACCES);
  close(server);
}

}  // namespace
}  // namespace rt
