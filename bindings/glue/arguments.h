#ifndef BINDINGS_GLUE_ARGUMENTS_H_
#define BINDINGS_GLUE_ARGUMENTS_H_

#include <v8.h>

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace rt {

// The bytes of an ArrayBuffer or of a view onto one; valid until JavaScript
// runs again. Empty for what is neither.
absl::Span<uint8_t> BytesOf(v8::Local<v8::Value> value);

// What a native function was called with. TypeScript in modules/ has checked
// the arguments by then, so that a wrong type here is a bug: these functions
// take the value for what it should be and never throw.
class Arguments {
 public:
  explicit Arguments(const v8::FunctionCallbackInfo<v8::Value>& info)
      : info_(info) {}

  v8::Isolate* isolate() const { return info_.GetIsolate(); }
  v8::Local<v8::Context> context() const {
    return info_.GetIsolate()->GetCurrentContext();
  }
  v8::Local<v8::Value> operator[](int index) const { return info_[index]; }

  std::string String(int index) const;
  double Number(int index) const;
  // Of an array of numbers: that at `position`.
  double NumberAt(int index, uint32_t position) const;
  int64_t Integer(int index) const;
  bool Bool(int index) const;
  // Empty for null and undefined.
  bool IsNullish(int index) const { return info_[index]->IsNullOrUndefined(); }
  v8::Local<v8::Function> Function(int index) const {
    return info_[index].As<v8::Function>();
  }

  absl::Span<uint8_t> Bytes(int index) const { return BytesOf(info_[index]); }

  void Return(v8::Local<v8::Value> value) const {
    info_.GetReturnValue().Set(value);
  }
  void Return(double value) const { info_.GetReturnValue().Set(value); }
  void Return(bool value) const { info_.GetReturnValue().Set(value); }
  void Return(absl::string_view text) const;

 private:
  const v8::FunctionCallbackInfo<v8::Value>& info_;
};

// A Uint8Array over a copy of `bytes`.
v8::Local<v8::Uint8Array> NewBytes(v8::Isolate* isolate,
                                   absl::string_view bytes);

}  // namespace rt

#endif  // BINDINGS_GLUE_ARGUMENTS_H_
