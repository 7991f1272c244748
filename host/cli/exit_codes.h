#ifndef HOST_CLI_EXIT_CODES_H_
#define HOST_CLI_EXIT_CODES_H_

namespace rt {

// What rt exits with where it is not the script that says so; see README.md.
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

}  // namespace rt

#endif  // HOST_CLI_EXIT_CODES_H_
