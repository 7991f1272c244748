#ifndef RUNTIME_ENGINE_DROP_EXCEPTIONS_H_
#define RUNTIME_ENGINE_DROP_EXCEPTIONS_H_

#include <v8.h>

namespace rt {

// A v8::TryCatch for native code that drops what JavaScript throws inside of
// it. v8::TryCatch would drop a termination as well, and the JavaScript that
// called the native code would run on for ever: this one has it end there.
//
// On the stack, with the isolate entered.
class DropExceptions {
 public:
  explicit DropExceptions(v8::Isolate* isolate)
      : isolate_(isolate), try_catch_(isolate) {}
  DropExceptions(const DropExceptions&) = delete;
  DropExceptions& operator=(const DropExceptions&) = delete;

  ~DropExceptions() {
    if (try_catch_.HasTerminated()) isolate_->TerminateExecution();
  }

  bool HasTerminated() const { return try_catch_.HasTerminated(); }

 private:
  v8::Isolate* const isolate_;
  v8::TryCatch try_catch_;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_DROP_EXCEPTIONS_H_
