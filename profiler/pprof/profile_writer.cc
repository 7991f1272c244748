#include "profiler/pprof/profile_writer.h"

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/pprof/profile_encoder.h"
#include "runtime/base/atomic_file.h"
#include "runtime/base/check.h"

namespace rt {

std::string EncodeProfile(const ProfileData& data,
                          const ProfileHeader& header) {
  std::string bytes;
  const absl::Status status =
      EncodeProfileTo(data, header, [&bytes](std::string_view piece) {
        bytes += piece;
        return absl::OkStatus();
      });
  RT_CHECK(status.ok());
  return bytes;
}

absl::Status WriteProfile(const ProfileData& data, const ProfileHeader& header,
                          const std::string& path,
                          const std::atomic<bool>* stop) {
  absl::StatusOr<AtomicFile> file = AtomicFile::Create(path);
  if (!file.ok()) return file.status();
  const absl::Status status =
      EncodeProfileTo(data, header, [&](std::string_view piece) {
        if (stop != nullptr && *stop) return absl::CancelledError();
        return file->Append(piece);
      });
  if (!status.ok()) return status;
  return file->Commit();
}

}  // namespace rt
