#ifndef BINDINGS_FILE_VALUES_H_
#define BINDINGS_FILE_VALUES_H_

#include <v8.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bindings/glue/arguments.h"
#include "runtime/store/byte_buffer.h"
#include "runtime/store/file_info.h"
#include "runtime/store/folder_entries.h"

namespace rt {

// What runtime/store gives, as JavaScript in modules/file sees it. Isolate
// entered; strings are paths (NewPathString).

using ValueOrStatus = absl::StatusOr<v8::Local<v8::Value>>;

// undefined
ValueOrStatus ToValue(v8::Isolate* isolate, const absl::Status& status);
// A Uint8Array that takes the bytes over.
ValueOrStatus ToValue(v8::Isolate* isolate, absl::StatusOr<ByteBuffer> bytes);
ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::string>& path);
ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::vector<std::string>>& paths);
// An array: type (the number of a FileType), permissions, size, links, user,
// group, device, accessed, changed, born or null, modified; times in
// milliseconds; then bigints: inode, modified in nanoseconds.
ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<FileInfo>& info);
// An array of name and type in turn.
ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<std::vector<FolderEntry>>& entries);

// A copy of what JavaScript wants to write, as it is now: a string as UTF-8
// (lone surrogates become U+FFFD), or the bytes of a buffer or a view.
// ResourceExhausted where there is no memory for it.
absl::StatusOr<ByteBuffer> CopyData(const Arguments& args, int index);

absl::string_view AsText(const ByteBuffer& bytes);

}  // namespace rt

#endif  // BINDINGS_FILE_VALUES_H_
