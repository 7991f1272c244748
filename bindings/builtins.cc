#include "bindings/builtins.h"

#include "bindings/console_binding.h"
#include "bindings/timers_binding.h"

namespace rt {

absl::Span<const NativeModule> Builtins() {
  static const NativeModule modules[] = {
      ConsoleBinding(),
      TimersBinding(),
  };
  return modules;
}

}  // namespace rt
