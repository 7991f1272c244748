#include "profiler/model/symbol_table.h"

#include <cstddef>

#include "runtime/base/check.h"

namespace rt {

FunctionId SymbolTable::InternFunction(const FunctionSymbol& symbol) {
  return functions_.Intern({.name = strings_.Intern(symbol.name),
                            .system_name = strings_.Intern(symbol.system_name),
                            .file = strings_.Intern(symbol.file),
                            .start_line = symbol.start_line});
}

FrameId SymbolTable::InternFrame(const Frame& frame) {
  RT_CHECK(static_cast<size_t>(frame.function) < functions_.size());
  return frames_.Intern(frame);
}

std::vector<FrameId> SymbolTable::Merge(const SymbolTable& other) {
  std::vector<FunctionId> functions;
  functions.reserve(other.functions_.size());
  for (const Function& function : other.functions_.values()) {
    functions.push_back(
        InternFunction({.name = other.strings_[function.name],
                        .system_name = other.strings_[function.system_name],
                        .file = other.strings_[function.file],
                        .start_line = function.start_line}));
  }
  std::vector<FrameId> frames;
  frames.reserve(other.frames_.size());
  for (Frame frame : other.frames_.values()) {
    frame.function = functions[static_cast<size_t>(frame.function)];
    frames.push_back(frames_.Intern(frame));
  }
  return frames;
}

}  // namespace rt
