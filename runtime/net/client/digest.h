#ifndef RUNTIME_NET_CLIENT_DIGEST_H_
#define RUNTIME_NET_CLIENT_DIGEST_H_

#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// Of SHA-2 (FIPS 180-4), by its size in bits: 256, 384 or 512.
std::string Sha2(int bits, absl::string_view bytes);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_DIGEST_H_
