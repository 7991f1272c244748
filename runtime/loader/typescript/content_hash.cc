#include "runtime/loader/typescript/content_hash.h"

#include <openssl/sha.h>

#include <cstdint>

#include "absl/strings/escaping.h"

namespace rt {

std::string ContentHash(std::initializer_list<absl::string_view> parts) {
  SHA256_CTX context;
  SHA256_Init(&context);
  for (const absl::string_view part : parts) {
    const uint64_t size = part.size();
    SHA256_Update(&context, &size, sizeof(size));
    SHA256_Update(&context, part.data(), part.size());
  }
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_Final(digest, &context);
  return absl::BytesToHexString(
      {reinterpret_cast<const char*>(digest), sizeof(digest)});
}

}  // namespace rt
