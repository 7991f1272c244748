#include "profiler/model/recording.h"

namespace rt {
namespace {

FunctionId CopyFunction(const SymbolTable& from, FunctionId id,
                        SymbolTable& to) {
  const Function& function = from.functions()[id];
  return to.InternFunction({.name = from.strings()[function.name],
                            .system_name = from.strings()[function.system_name],
                            .file = from.strings()[function.file],
                            .start_line = function.start_line});
}

}  // namespace

StackId CopyStack(const Recording& from, StackId stack, Recording& to) {
  if (stack == StackId::kRoot) return StackId::kRoot;
  const SampleLog::Entry& entry =
      from.samples.entries()[static_cast<size_t>(stack) - 1];
  const StackId callers = CopyStack(from, entry.parent, to);
  StackFrame frame = from.symbols.frames()[entry.frame];
  frame.function = CopyFunction(from.symbols, frame.function, to.symbols);
  return to.samples.Push(callers, to.symbols.InternFrame(frame));
}

}  // namespace rt
