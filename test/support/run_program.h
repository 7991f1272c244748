#ifndef TEST_SUPPORT_RUN_PROGRAM_H_
#define TEST_SUPPORT_RUN_PROGRAM_H_

#include <string>
#include <vector>

namespace rt {

// How a program ended and what it printed.
struct ProgramResult {
  int code = -1;  // its exit code; -1 if a signal ended it
  std::string out;
  std::string err;
};

// Runs a program, looked up on the PATH, to its end, with no input. One that
// can't be started has the exit code 127.
ProgramResult RunProgram(const std::vector<std::string>& words);

}  // namespace rt

#endif  // TEST_SUPPORT_RUN_PROGRAM_H_
