#include "runtime/engine/taken_text.h"

#include <v8-external-memory-accounter.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace rt {
namespace {

// V8 makes a string of its own for less: in its heap, short ones are cheaper.
constexpr size_t kLeastTaken = 64 << 10;

// Tells V8 how much memory hangs on the string, as it knows of a buffer: it
// would not look for garbage otherwise.
class TakenText final : public v8::String::ExternalOneByteStringResource {
 public:
  TakenText(v8::Isolate* isolate, std::shared_ptr<v8::BackingStore> store,
            absl::string_view text)
      : isolate_(isolate), store_(std::move(store)), text_(text) {
    memory_.Increase(isolate_, store_->ByteLength());
  }
  // By V8, on the isolate's thread.
  ~TakenText() override { memory_.Decrease(isolate_, store_->ByteLength()); }

  const char* data() const override { return text_.data(); }
  size_t length() const override { return text_.size(); }

 private:
  v8::Isolate* const isolate_;
  v8::ExternalMemoryAccounter memory_;
  const std::shared_ptr<v8::BackingStore> store_;
  const absl::string_view text_;
};

bool IsAscii(absl::string_view text) {
  // Parts without a way out, so that the compiler does many bytes at a time.
  constexpr size_t kPart = 4096;
  for (size_t at = 0; at < text.size(); at += kPart) {
    uint8_t bits = 0;
    for (const char c : text.substr(at, kPart)) bits |= static_cast<uint8_t>(c);
    if (bits >= 0x80) return false;
  }
  return true;
}

}  // namespace

v8::MaybeLocal<v8::String> TakeText(v8::Isolate* isolate,
                                    v8::Local<v8::ArrayBuffer> buffer,
                                    absl::string_view text) {
  if (text.size() < kLeastTaken ||
      text.size() > static_cast<size_t>(v8::String::kMaxLength) ||
      !buffer->IsDetachable() || !IsAscii(text)) {
    return {};
  }
  auto taken =
      std::make_unique<TakenText>(isolate, buffer->GetBackingStore(), text);
  if (buffer->Detach(v8::Local<v8::Value>()).IsNothing()) return {};
  return v8::String::NewExternalOneByte(isolate, taken.release());
}

}  // namespace rt
