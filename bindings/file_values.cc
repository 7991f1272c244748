#include "bindings/file_values.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

v8::Local<v8::Value> Number(v8::Isolate* isolate, double number) {
  return v8::Number::New(isolate, number);
}

v8::Local<v8::Value> Milliseconds(v8::Isolate* isolate, int64_t nanoseconds) {
  return Number(isolate, static_cast<double>(nanoseconds) / 1e6);
}

v8::Local<v8::Value> Array(v8::Isolate* isolate,
                           std::vector<v8::Local<v8::Value>> values) {
  return v8::Array::New(isolate, values.data(), values.size());
}

}  // namespace

ValueOrStatus ToValue(v8::Isolate* isolate, const absl::Status& status) {
  if (!status.ok()) return status;
  return v8::Undefined(isolate).As<v8::Value>();
}

ValueOrStatus ToValue(v8::Isolate* isolate, absl::StatusOr<ByteBuffer> bytes) {
  if (!bytes.ok()) return bytes.status();
  const size_t size = bytes->size();
  BufferAllocator& buffers = IsolateHost::Of(isolate).buffers();
  if (!buffers.Admit(size)) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the ", size,
                     " bytes that were read are more than ArrayBuffers may "
                     "still take here: the limit is ",
                     buffers.limit() >> 20, " MB (--max-heap)"));
  }
  std::unique_ptr<v8::BackingStore> store = v8::ArrayBuffer::NewBackingStore(
      bytes->Release(), size, [](void* data, size_t, void*) { free(data); },
      nullptr);
  return v8::Uint8Array::New(v8::ArrayBuffer::New(isolate, std::move(store)), 0,
                             size)
      .As<v8::Value>();
}

ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::string>& path) {
  if (!path.ok()) return path.status();
  return NewPathString(isolate, *path).As<v8::Value>();
}

ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::vector<std::string>>& paths) {
  if (!paths.ok()) return paths.status();
  std::vector<v8::Local<v8::Value>> values;
  values.reserve(paths->size());
  for (const std::string& path : *paths) {
    values.push_back(NewPathString(isolate, path));
  }
  return Array(isolate, std::move(values));
}

ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<FileInfo>& info) {
  if (!info.ok()) return info.status();
  return Array(isolate,
               {Number(isolate, static_cast<double>(info->type)),
                Number(isolate, info->permissions),
                Number(isolate, static_cast<double>(info->size)),
                Number(isolate, static_cast<double>(info->links)),
                Number(isolate, info->user), Number(isolate, info->group),
                Number(isolate, static_cast<double>(info->device)),
                Milliseconds(isolate, info->accessed_ns),
                Milliseconds(isolate, info->changed_ns),
                info->born_ns ? Milliseconds(isolate, *info->born_ns)
                              : v8::Null(isolate).As<v8::Value>(),
                Milliseconds(isolate, info->modified_ns),
                v8::BigInt::NewFromUnsigned(isolate, info->inode),
                v8::BigInt::New(isolate, info->modified_ns)});
}

ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::vector<FolderEntry>>& entries) {
  if (!entries.ok()) return entries.status();
  std::vector<v8::Local<v8::Value>> values;
  values.reserve(2 * entries->size());
  for (const FolderEntry& entry : *entries) {
    values.push_back(NewPathString(isolate, entry.name));
    values.push_back(Number(isolate, static_cast<double>(entry.type)));
  }
  return Array(isolate, std::move(values));
}

absl::StatusOr<ByteBuffer> CopyData(const Arguments& args, int index) {
  v8::Isolate* const isolate = args.isolate();
  const bool is_text = args[index]->IsString();
  const absl::Span<uint8_t> bytes = args.Bytes(index);
  const size_t size = is_text
                          ? args[index].As<v8::String>()->Utf8LengthV2(isolate)
                          : bytes.size();
  ByteBuffer copy;
  if (!copy.Resize(size)) {
    return absl::ResourceExhaustedError(
        "there is not enough memory for a copy of the data");
  }
  if (size == 0) return copy;
  if (is_text) {
    args[index].As<v8::String>()->WriteUtf8V2(
        isolate, reinterpret_cast<char*>(copy.data()), size,
        v8::String::WriteFlags::kReplaceInvalidUtf8);
  } else {
    memcpy(copy.data(), bytes.data(), size);
  }
  return copy;
}

absl::string_view AsText(const ByteBuffer& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace rt
