#ifndef PROFILER_PPROF_TEST_READER_H_
#define PROFILER_PPROF_TEST_READER_H_

#include <string>

#include "profiler/pprof/profile.pb.h"

namespace rt {

// For tests: what zlib and protobuf make of a file. A file that they don't
// accept ends the test program. The reader that shares nothing with rt is
// test/support/profile_checker.py.

// The content of exactly one gzip member.
std::string Gunzip(const std::string& bytes);

perftools::profiles::Profile ParseProfile(const std::string& bytes);

}  // namespace rt

#endif  // PROFILER_PPROF_TEST_READER_H_
