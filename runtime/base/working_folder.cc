#include "runtime/base/working_folder.h"

#include <filesystem>
#include <system_error>

#include "runtime/base/error_payload.h"

namespace rt {

absl::StatusOr<std::string> WorkingFolder() {
  std::error_code error;
  std::string path = std::filesystem::current_path(error).string();
  if (error) return ErrnoStatus(error.value(), "find the working folder", ".");
  return path;
}

}  // namespace rt
