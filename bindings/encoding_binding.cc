#include "bindings/encoding_binding.h"

#include <algorithm>

#include "bindings/glue/arguments.h"
#include "runtime/engine/strings.h"
#include "runtime/engine/taken_text.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

constexpr int kWellFormed = v8::String::WriteFlags::kReplaceInvalidUtf8;
constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";

absl::string_view AsText(absl::Span<uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// encodeUtf8(text): Uint8Array
void EncodeUtf8(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  const v8::Local<v8::String> text = info[0].As<v8::String>();
  const size_t size = text->Utf8LengthV2(isolate);
  const v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(
      isolate, size, v8::BackingStoreInitializationMode::kUninitialized);
  if (size > 0) {
    text->WriteUtf8V2(isolate, static_cast<char*>(buffer->Data()), size,
                      kWellFormed);
  }
  info.GetReturnValue().Set(v8::Uint8Array::New(buffer, 0, size));
}

// encodeInto(text, target): [code units read, bytes written]
void EncodeInto(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  const absl::Span<uint8_t> target = Arguments(info).Bytes(1);
  size_t read = 0;
  size_t written = 0;
  if (!target.empty()) {
    written = info[0].As<v8::String>()->WriteUtf8V2(
        isolate, reinterpret_cast<char*>(target.data()), target.size(),
        kWellFormed, &read);
  }
  v8::Local<v8::Value> result[] = {
      v8::Number::New(isolate, static_cast<double>(read)),
      v8::Number::New(isolate, static_cast<double>(written))};
  info.GetReturnValue().Set(v8::Array::New(isolate, result, 2));
}

// How often U+FFFD is in the text.
size_t CountReplacements(v8::Isolate* isolate, v8::Local<v8::String> text) {
  if (text->IsOneByte()) return 0;
  const v8::String::ValueView view(isolate, text);
  if (view.is_one_byte()) return 0;
  return static_cast<size_t>(
      std::count(view.data16(), view.data16() + view.length(), 0xFFFD));
}

size_t CountReplacements(absl::string_view bytes) {
  size_t count = 0;
  for (size_t at = bytes.find(kReplacement); at != bytes.npos;
       at = bytes.find(kReplacement, at + kReplacement.size())) {
    ++count;
  }
  return count;
}

// Whether the bytes that V8 decoded to `text` were UTF-8: V8 puts a U+FFFD for
// each error, so that there are more of them than the bytes spell out. (0xEF
// starts a character wherever it stands, so the spelled ones are all found.)
bool WasValid(v8::Isolate* isolate, absl::string_view bytes,
              v8::Local<v8::String> text) {
  const size_t replacements = CountReplacements(isolate, text);
  return replacements == 0 || replacements == CountReplacements(bytes);
}

// decodeUtf8(bytes, fatal, ignoreBOM): string
void DecodeUtf8(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  absl::string_view bytes = AsText(args.Bytes(0));
  if (!args.Bool(2) && bytes.substr(0, 3) == kByteOrderMark) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  v8::Local<v8::String> text;
  if (bytes.size() > static_cast<size_t>(v8::String::kMaxLength) ||
      !v8::String::NewFromUtf8(isolate, bytes.data(),
                               v8::NewStringType::kNormal,
                               static_cast<int>(bytes.size()))
           .ToLocal(&text)) {
    isolate->ThrowException(v8::Exception::RangeError(
        NewString(isolate, "The bytes are more than a string can hold.")));
    return;
  }
  if (args.Bool(1) && !WasValid(isolate, bytes, text)) {
    isolate->ThrowException(v8::Exception::TypeError(
        NewString(isolate, "The encoded data was not valid UTF-8.")));
    return;
  }
  info.GetReturnValue().Set(text);
}

// takeUtf8(bytes, fatal): string. The bytes' buffer may be empty after that.
void TakeUtf8(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  absl::string_view text = AsText(Arguments(info).Bytes(0));
  if (text.substr(0, 3) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  v8::Local<v8::String> taken;
  if (TakeText(isolate, info[0].As<v8::Uint8Array>()->Buffer(), text)
          .ToLocal(&taken)) {
    info.GetReturnValue().Set(taken);
  } else {
    DecodeUtf8(info);
  }
}

// decodeLatin1(bytes): string of one character a byte
void DecodeLatin1(const Info& info) {
  const absl::Span<uint8_t> bytes = Arguments(info).Bytes(0);
  info.GetReturnValue().Set(
      v8::String::NewFromOneByte(info.GetIsolate(), bytes.data(),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(bytes.size()))
          .ToLocalChecked());
}

constexpr NativeFunction kFunctions[] = {{"encodeUtf8", &EncodeUtf8},
                                         {"encodeInto", &EncodeInto},
                                         {"decodeUtf8", &DecodeUtf8},
                                         {"takeUtf8", &TakeUtf8},
                                         {"decodeLatin1", &DecodeLatin1}};

}  // namespace

NativeModule EncodingBinding() { return {"encoding", kFunctions}; }

}  // namespace rt
