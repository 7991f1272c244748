#include "runtime/loader/compile_module.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/common_js.h"
#include "runtime/loader/mapped_positions.h"
#include "runtime/loader/resolve/resolve_error.h"
#include "runtime/loader/synthetic_module.h"
#include "runtime/loader/typescript/transpiled_positions.h"
#include "runtime/loader/typescript/transpiler.h"

namespace rt {
namespace {

v8::MaybeLocal<v8::Module> CompileJavaScript(v8::Isolate* isolate,
                                             const ModuleRecord& record,
                                             absl::string_view text) {
  v8::ScriptOrigin origin(NewString(isolate, record.source.url), 0, 0, false,
                          -1, {}, false, false, true);
  v8::ScriptCompiler::Source source(NewString(isolate, text), origin);
  return v8::ScriptCompiler::CompileModule(isolate, &source);
}

v8::MaybeLocal<v8::Module> CompileTypeScript(v8::Isolate* isolate,
                                             const ModuleRecord& record,
                                             absl::string_view text) {
  const std::shared_ptr<const Transpiled> transpiled =
      StateOf<Transpiler>(isolate).Transpile(isolate, record.source.url, text);
  if (transpiled == nullptr) return {};
  auto positions = std::make_shared<const TranspiledPositions>(
      record.source.url, record.source.path, text, transpiled->map);
  StateOf<PositionMapper>(isolate).Add(record.source.url, std::move(positions));
  return CompileJavaScript(isolate, record, transpiled->code);
}

v8::MaybeLocal<v8::Module> Compile(v8::Isolate* isolate, ModuleRecord& record,
                                   absl::string_view text) {
  switch (record.source.format) {
    case ModuleFormat::kBuiltin:
      return NewBuiltinModule(isolate, record.source.url);
    case ModuleFormat::kJson:
      return NewJsonModule(isolate, record, text);
    case ModuleFormat::kTypeScript:
      return CompileTypeScript(isolate, record, text);
    case ModuleFormat::kJavaScript:
    case ModuleFormat::kJavaScriptOrCommonJs:
      return CompileJavaScript(isolate, record, text);
  }
  return {};
}

absl::StatusOr<std::string> Read(FileTree& files, const ModuleRecord& record) {
  if (record.source.format == ModuleFormat::kBuiltin) return std::string();
  absl::StatusOr<std::string> text = files.Read(record.source.path);
  if (text.ok() && text->size() > v8::String::kMaxLength) {
    return absl::ResourceExhaustedError(
        absl::StrCat(record.source.path, " is larger than V8's limit of ",
                     v8::String::kMaxLength >> 20, " MB for a text"));
  }
  return text;
}

}  // namespace

absl::Status CompileRecord(v8::Isolate* isolate, ModuleMap& map,
                           FileTree& files, Resolver& resolver,
                           ModuleRecord& record) {
  if (!record.module.IsEmpty() || !record.error.IsEmpty()) {
    return absl::OkStatus();
  }
  const absl::StatusOr<std::string> content = Read(files, record);
  if (!content.ok()) return content.status();
  absl::string_view text = *content;
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");

  const bool may_be_common_js =
      record.source.format == ModuleFormat::kJavaScriptOrCommonJs;
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Module> module;
  if (!Compile(isolate, record, text).ToLocal(&module)) {
    if (try_catch.HasTerminated()) return absl::OkStatus();
    if (may_be_common_js && UsesCommonJsNames(text)) {
      return resolver.CommonJsError(record.source.path);
    }
    record.error.Reset(isolate, try_catch.Exception());
    return absl::OkStatus();
  }
  if (may_be_common_js && UsesCommonJsNames(text) &&
      !HasModuleSyntax(isolate, module)) {
    return resolver.CommonJsError(record.source.path);
  }
  map.SetModule(isolate, record, module);
  const bool is_as_written =
      may_be_common_js || record.source.format == ModuleFormat::kJavaScript;
  if (is_as_written && IsolateHost::Of(isolate).control().maps_sources()) {
    NoteSourceMap(isolate, module, files, record.source.url, record.source.path,
                  text);
  }
  return absl::OkStatus();
}

}  // namespace rt
