#include "runtime/net/client/digest.h"

#include <openssl/sha.h>

#include "runtime/base/check.h"

namespace rt {

std::string Sha2(int bits, absl::string_view bytes) {
  RT_CHECK(bits == 256 || bits == 384 || bits == 512);
  std::string digest(static_cast<size_t>(bits / 8), '\0');
  const auto* const from = reinterpret_cast<const unsigned char*>(bytes.data());
  auto* const to = reinterpret_cast<unsigned char*>(digest.data());
  if (bits == 256) {
    SHA256(from, bytes.size(), to);
  } else if (bits == 384) {
    SHA384(from, bytes.size(), to);
  } else {
    SHA512(from, bytes.size(), to);
  }
  return digest;
}

}  // namespace rt
