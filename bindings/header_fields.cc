#include "bindings/header_fields.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "runtime/engine/byte_string.h"

namespace rt {
namespace {

using absl::EqualsIgnoreCase;

// Whether the field is the server's to write; what it says is kept.
bool TakeFraming(absl::string_view name, absl::string_view value,
                 HeaderFields& fields) {
  switch (name.size()) {
    case 4:
      fields.has_date |= EqualsIgnoreCase(name, "date");
      return false;
    case 7:
      return EqualsIgnoreCase(name, "upgrade");
    case 10:
      if (EqualsIgnoreCase(name, "keep-alive")) return true;
      if (!EqualsIgnoreCase(name, "connection")) return false;
      fields.closes |= EqualsIgnoreCase(value, "close");
      return true;
    case 14: {
      if (!EqualsIgnoreCase(name, "content-length")) return false;
      uint64_t length = 0;
      if (absl::SimpleAtoi(value, &length)) fields.content_length = length;
      return true;
    }
    case 17:
      return EqualsIgnoreCase(name, "transfer-encoding");
    default:
      return false;
  }
}

}  // namespace

std::vector<HttpField> HeaderFields::fields() const {
  std::vector<HttpField> found;
  absl::string_view rest = lines;
  while (!rest.empty()) {
    const size_t end = rest.find("\r\n");
    const size_t colon = rest.find(':');
    found.push_back(
        {rest.substr(0, colon), rest.substr(colon + 2, end - colon - 2)});
    rest.remove_prefix(end + 2);
  }
  return found;
}

void HeaderFields::Take(v8::Isolate* isolate, v8::Local<v8::Array> list) {
  lines.clear();
  has_date = closes = false;
  content_length.reset();
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const uint32_t length = list->Length();
  for (uint32_t i = 0; i + 1 < length; i += 2) {
    v8::Local<v8::Value> name;
    v8::Local<v8::Value> value;
    if (!list->Get(context, i).ToLocal(&name) || !name->IsString() ||
        !list->Get(context, i + 1).ToLocal(&value) || !value->IsString()) {
      return;
    }
    const size_t start = lines.size();
    AppendByteString(isolate, name.As<v8::String>(), lines);
    const size_t colon = lines.size();
    lines += ": ";
    AppendByteString(isolate, value.As<v8::String>(), lines);
    const absl::string_view line = absl::string_view(lines).substr(start);
    if (TakeFraming(line.substr(0, colon - start),
                    line.substr(colon - start + 2), *this)) {
      lines.resize(start);
      continue;
    }
    lines += "\r\n";
  }
}

v8::Local<v8::Array> NewHeaderList(v8::Isolate* isolate,
                                   const RequestHead& head) {
  std::vector<v8::Local<v8::Value>> list;
  list.reserve(2 * head.fields.size());
  for (const HttpField& field : head.fields) {
    // The same few names come with every request.
    list.push_back(
        NewByteString(isolate, field.name, v8::NewStringType::kInternalized));
    list.push_back(NewByteString(isolate, field.value));
  }
  return v8::Array::New(isolate, list.data(), list.size());
}

}  // namespace rt
