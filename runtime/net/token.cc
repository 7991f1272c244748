#include "runtime/net/token.h"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/unique_fd.h"

namespace rt {
namespace {

constexpr size_t kMaxToken = 4096;

}  // namespace

absl::Status CheckToken(absl::string_view token) {
  if (token.empty()) return absl::InvalidArgumentError("the token is empty");
  if (token.size() > kMaxToken) {
    return absl::InvalidArgumentError(
        absl::StrCat("the token is longer than ", kMaxToken, " characters"));
  }
  for (const char c : token) {
    if (!absl::ascii_isgraph(static_cast<unsigned char>(c))) {
      return absl::InvalidArgumentError(
          "the token has a character that is no visible ASCII");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<TokenFile> ReadTokenFile(const std::string& path) {
  const std::string tried = absl::StrCat("read the token file '", path, "'");
  const UniqueFd fd(
      RetryOnEintr([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (fd.get() < 0) return ErrnoStatus(errno, tried, path, "open");
  struct stat status;
  if (fstat(fd.get(), &status) != 0) {
    return ErrnoStatus(errno, tried, path, "fstat");
  }
  // With room for line ends, and to see that it is longer.
  char bytes[kMaxToken + 16];
  size_t size = 0;
  while (size < sizeof(bytes)) {
    const ssize_t more = RetryOnEintr(
        [&] { return read(fd.get(), bytes + size, sizeof(bytes) - size); });
    if (more < 0) return ErrnoStatus(errno, tried, path, "read");
    if (more == 0) break;
    size += static_cast<size_t>(more);
  }
  TokenFile file;
  file.token =
      std::string(absl::StripAsciiWhitespace(absl::string_view(bytes, size)));
  file.is_open_to_others = (status.st_mode & (S_IRGRP | S_IROTH)) != 0;
  if (const absl::Status token = CheckToken(file.token); !token.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no token is in '", path, "': ", token.message()));
  }
  return file;
}

bool IsSameToken(absl::string_view expected, absl::string_view given) {
  return expected.size() == given.size() &&
         CRYPTO_memcmp(expected.data(), given.data(), expected.size()) == 0;
}

}  // namespace rt
