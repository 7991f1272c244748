#include "runtime/loader/import_site.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/error_location.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/status_error.h"
#include "runtime/loader/module_loader.h"
#include "runtime/loader/resolve/resolve_error.h"

namespace rt {
namespace {

// Where import() was called. The top frame is that of the script whose host
// options V8 gave us, but for code that was made by eval().
SourcePosition CallerPosition(v8::Isolate* isolate, absl::string_view url) {
  const v8::Local<v8::StackTrace> stack =
      v8::StackTrace::CurrentStackTrace(isolate, 1);
  if (stack->GetFrameCount() == 0) return {url, 0, 0};
  const v8::Local<v8::StackFrame> frame = stack->GetFrame(isolate, 0);
  return {url, frame->GetLineNumber(), frame->GetColumn()};
}

}  // namespace

v8::Local<v8::Value> ImportSite::Error(v8::Isolate* isolate,
                                       const absl::Status& reason,
                                       absl::string_view specifier) const {
  if (url_.empty()) {
    return StatusError(isolate, NameImport(reason, DisplayPath(specifier), ""));
  }
  SourcePosition position;
  if (module_.IsEmpty()) {
    position = CallerPosition(isolate, url_);
  } else {
    v8::Location location =
        module_->SourceOffsetToLocation(request_->GetSourceOffset());
    position = {url_, location.GetLineNumber() + 1,
                location.GetColumnNumber() + 1};
  }
  const auto& mapper = StateOf<PositionMapper>(isolate);
  position = mapper.Map(url_, position.line, position.column);
  std::string source_line = mapper.SourceLine(url_, position);
  // Of the importer itself, which the realm may read; not of any file that a
  // source map names.
  if (source_line.empty() && position.file == url_) {
    source_line =
        StateOf<ModuleLoader>(isolate).SourceLine(url_, position.line);
  }
  const ErrorLocation location = {std::string(position.file), position.line,
                                  position.column, std::move(source_line)};
  std::string importer = DisplayPath(position.file);
  if (position.line > 0) {
    absl::StrAppend(&importer, ":", position.line, ":", position.column);
  }
  const v8::Local<v8::Value> error =
      StatusError(isolate, NameImport(reason, specifier, importer));
  SetErrorLocation(isolate, error, location);
  return error;
}

}  // namespace rt
