#include "test/support/run_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/check.h"
#include "runtime/base/eintr.h"
#include "test/support/temp_folder.h"

namespace rt {

ProgramResult RunProgram(const std::vector<std::string>& words) {
  // Files, so that no pipe can fill up.
  const TempFolder folder;
  const std::string out = folder / "out";
  const std::string err = folder / "err";
  constexpr int kFlags = O_WRONLY | O_CREAT;

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), kFlags, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), kFlags, 0600);

  std::vector<char*> argv;
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return {.code = 127, .out = "", .err = "can't be started"};

  int status = 0;
  RT_CHECK(RetryOnEintr([&] { return waitpid(child, &status, 0); }) == child);
  return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = ReadFile(out),
          .err = ReadFile(err)};
}

}  // namespace rt
