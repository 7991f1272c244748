#ifndef PROFILER_PPROF_PROFILE_ENCODER_H_
#define PROFILER_PPROF_PROFILE_ENCODER_H_

#include "absl/status/status.h"
#include "profiler/model/profile_data.h"
#include "profiler/pprof/gzip_stream.h"
#include "profiler/pprof/profile_header.h"

namespace rt {

// Encodes `data` as profile_writer.h says and passes the bytes on to `sink`,
// piece by piece. Fails with the sink's first error and with nothing else.
absl::Status EncodeProfileTo(const ProfileData& data,
                             const ProfileHeader& header, ByteSink sink);

}  // namespace rt

#endif  // PROFILER_PPROF_PROFILE_ENCODER_H_
