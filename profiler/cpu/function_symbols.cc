#include "profiler/cpu/function_symbols.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"

namespace rt {
namespace {

absl::string_view BaseName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// V8 has the top level of a script start where the text does, and no function
// that could be called can start there; or, where it was compiled before there
// was a profiler, it gives no place, which all others have.
bool IsTopLevel(const EngineFunction& function) {
  return function.name.empty() && !function.script.empty() &&
         ((function.line == 1 && function.column == 1) || function.column == 0);
}

std::string Nameless(const EngineFunction& function, absl::string_view path,
                     int start_line) {
  if (function.script_id == 0) return "(native)";
  if (function.script.empty()) return "(eval)";
  if (IsTopLevel(function)) return absl::StrCat("(module) ", BaseName(path));
  if (start_line == 0) return absl::StrCat("(anonymous) ", BaseName(path));
  return absl::StrCat("(anonymous) ", BaseName(path), ":", start_line);
}

}  // namespace

FunctionId FunctionSymbols::Function(const EngineFunction& function) {
  return Find(function).id;
}

FrameId FunctionSymbols::Frame(const EngineFunction& function, int line) {
  const Known& known = Find(function);
  int32_t shown = known.start_line;
  if (line != 0 && function.script_id != 0) {
    if (function.script.empty()) {
      shown = line;
    } else {
      const SourcePosition at = LineOf(function, line);
      // A line that a bundler put between two files says nothing about this
      // one.
      if (at.line == 0) {
        // Not known.
      } else if (at.file == known.file) {
        shown = at.line;
      } else if (!known.is_of_one_file) {
        return symbols_.InternFrame(
            {.function = InFile(function, at.file), .line = at.line});
      }
    }
  }
  return symbols_.InternFrame({.function = known.id, .line = shown});
}

const FunctionSymbols::Known& FunctionSymbols::Find(
    const EngineFunction& function) {
  const auto found = known_.find(function);
  if (found != known_.end()) return found->second;
  return known_.emplace(function, Make(function)).first->second;
}

SourcePosition FunctionSymbols::LineOf(const EngineFunction& function,
                                       int line) const {
  const SourcePosition here = {function.script, line, 0};
  const PositionMap* const map = mapper_.Find(function.script);
  if (map == nullptr) return here;
  return map->MapLine(line, function.line, function.column).value_or(here);
}

// The same function, as far as `file` has it.
FunctionId FunctionSymbols::InFile(const EngineFunction& function,
                                   absl::string_view file) {
  const std::string path = DisplayPath(file);
  std::string name(function.name);
  if (name.empty()) name = Nameless(function, path, 0);
  return symbols_.InternFunction({.name = name,
                                  .system_name = name,
                                  .file = path,
                                  .start_line = IsTopLevel(function) ? 1 : 0});
}

FunctionSymbols::Known FunctionSymbols::Make(const EngineFunction& function) {
  Known known;
  std::string path;
  std::string name(function.name);
  if (function.script.empty()) {
    known.start_line = function.line;
  } else {
    const bool is_top = IsTopLevel(function);
    SourcePosition start = {function.script, is_top ? 1 : function.line, 0};
    if (const PositionMap* map = mapper_.Find(function.script)) {
      std::optional<SourcePosition> original;
      if (is_top) {
        if (const auto file = map->WholeFile()) original = {{*file, 1, 0}};
      } else if (function.line != 0) {
        original = map->MapFunction(function.line, function.column);
      }
      known.is_of_one_file = original.has_value();
      if (original.has_value()) start = *original;
      if (!name.empty()) {
        name = map->FunctionName(name, function.line, function.column)
                   .value_or(name);
      }
    }
    known.start_line = start.line;
    known.file = std::string(start.file);
    path = DisplayPath(start.file);
  }
  if (name.empty()) name = Nameless(function, path, known.start_line);
  known.id = symbols_.InternFunction({.name = name,
                                      .system_name = name,
                                      .file = path,
                                      .start_line = known.start_line});
  return known;
}

}  // namespace rt
