#ifndef PROFILER_PPROF_PROFILE_WRITER_H_
#define PROFILER_PPROF_PROFILE_WRITER_H_

#include <atomic>
#include <string>

#include "absl/status/status.h"
#include "profiler/model/profile_data.h"
#include "profiler/pprof/profile_header.h"

namespace rt {

// Both write what `go tool pprof` reads: gzip around profile.proto, with
//   - the sample types samples/count, cpu/nanoseconds and wall/nanoseconds, in
//   this
//     order, cpu being the default and the period's type;
//   - a Sample for each stack that was sampled, with the labels of its realm:
//     `thread` (text), `thread_id` (number), `realm_kind` (text);
//   - a Location for each frame and one mapping that tells pprof that there is
//     nothing left to symbolize.
// A profile without a sample is a valid file too. Any thread, while nothing
// changes `data`.

// The file's bytes, for a caller that keeps them in memory.
std::string EncodeProfile(const ProfileData& data, const ProfileHeader& header);

// Writes the file `path`, whole or not at all: into a temporary file in the
// same folder, which then takes its place. If anything fails, what was at
// `path` before is still there and the temporary file is gone; the status has
// the code that absl::ErrnoToStatus gives, and a message that names `path`, the
// reason and what can be done. What can't be replaced, such as a device or a
// pipe, is written in place (runtime/base/file_replacement.h says what else,
// and that the process must ignore SIGXFSZ and SIGPIPE to get errors for them).
//
// Blocks on the disk. The file is streamed: memory stays below a megabyte
// whatever the profile's size. Where `stop` becomes true before all of it is
// written, gives up: Cancelled, without a message.
absl::Status WriteProfile(const ProfileData& data, const ProfileHeader& header,
                          const std::string& path,
                          const std::atomic<bool>* stop = nullptr);

}  // namespace rt

#endif  // PROFILER_PPROF_PROFILE_WRITER_H_
