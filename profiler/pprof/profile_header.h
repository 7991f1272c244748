#ifndef PROFILER_PPROF_PROFILE_HEADER_H_
#define PROFILER_PPROF_PROFILE_HEADER_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rt {

// What a profile says about itself, beside its samples.
struct ProfileHeader {
  // When recording began, in nanoseconds since 1970-01-01 UTC (WallNanos()),
  // and how long it went on.
  int64_t time_ns = 0;
  int64_t duration_ns = 0;

  // The sampling interval.
  int64_t period_ns = 0;

  // The path of the program that ran. It becomes the file name of the one
  // mapping, which `go tool pprof` shows as "File:"; if it is empty, "rt"
  // stands for it, since pprof complains about a mapping without a name.
  std::string program;

  // One line each, for `go tool pprof -comments`.
  std::vector<std::string> comments;
};

}  // namespace rt

#endif  // PROFILER_PPROF_PROFILE_HEADER_H_
