#ifndef HOST_CLI_EXIT_CODES_H_
#define HOST_CLI_EXIT_CODES_H_

namespace rt {

// What rt exits with where it is not the script that says so; see README.md.
// kFailed also takes the place of the script's own code where the profile could
// not be written: whoever asked for one must not take the run for a success.
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

}  // namespace rt

#endif  // HOST_CLI_EXIT_CODES_H_
