#include "bindings/crypto_binding.h"

#include <sys/random.h>

#include "bindings/glue/arguments.h"
#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {
namespace {

// getRandomValues(view)
void GetRandomValues(const v8::FunctionCallbackInfo<v8::Value>& info) {
  absl::Span<uint8_t> bytes = Arguments(info).Bytes(0);
  while (!bytes.empty()) {
    const ssize_t filled =
        RetryOnEintr([&] { return getrandom(bytes.data(), bytes.size(), 0); });
    // It fails for arguments that this call cannot have.
    RT_CHECK(filled > 0);
    bytes.remove_prefix(static_cast<size_t>(filled));
  }
}

constexpr NativeFunction kFunctions[] = {{"getRandomValues", &GetRandomValues}};

}  // namespace

NativeModule CryptoBinding() { return {"crypto", kFunctions}; }

}  // namespace rt
