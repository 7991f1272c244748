#include "profiler/model/symbol_table.h"

#include <cstddef>
#include <utility>

#include "runtime/base/check.h"

namespace rt {

FunctionId SymbolTable::InternFunction(const FunctionSymbol& symbol) {
  return functions_.Intern({.name = strings_.Intern(symbol.name),
                            .system_name = strings_.Intern(symbol.system_name),
                            .file = strings_.Intern(symbol.file),
                            .start_line = symbol.start_line});
}

FrameId SymbolTable::InternFrame(const StackFrame& frame) {
  RT_CHECK(static_cast<size_t>(frame.function) < functions_.size());
  return frames_.Intern(frame);
}

std::vector<FrameId> SymbolTable::Merge(SymbolTable other) {
  std::vector<FrameId> frames;
  frames.reserve(other.frames_.size());

  // The first table, often the only large one, is taken as it is: copying it
  // would cost as much as filling it did.
  if (functions_.size() == 0) {
    *this = std::move(other);
    for (size_t i = 0; i < frames_.size(); ++i) {
      frames.push_back(static_cast<FrameId>(i));
    }
    return frames;
  }

  std::vector<FunctionId> functions;
  functions.reserve(other.functions_.size());
  for (const Function& function : other.functions_.values()) {
    functions.push_back(
        InternFunction({.name = other.strings_[function.name],
                        .system_name = other.strings_[function.system_name],
                        .file = other.strings_[function.file],
                        .start_line = function.start_line}));
  }
  for (StackFrame frame : other.frames_.values()) {
    frame.function = functions[static_cast<size_t>(frame.function)];
    frames.push_back(frames_.Intern(frame));
  }
  return frames;
}

}  // namespace rt
