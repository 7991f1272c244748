#include "runtime/loader/stack_trace.h"

#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"

namespace rt {
namespace {

// A v8::PrepareStackTraceCallback.
v8::MaybeLocal<v8::Value> Prepare(v8::Local<v8::Context> context,
                                  v8::Local<v8::Value> error,
                                  v8::Local<v8::Array> sites) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::EscapableHandleScope handles(isolate);
  IsolateScope scope(IsolateHost::Of(isolate));
  v8::Local<v8::Value> arguments[] = {error, sites};
  v8::Local<v8::Value> stack;
  if (!scope.InternalFunction("prepareStackTrace")
           ->Call(context, v8::Undefined(isolate), 2, arguments)
           .ToLocal(&stack)) {
    return {};
  }
  return handles.Escape(stack);
}

}  // namespace

void PrepareStackTraces(v8::Isolate* isolate) {
  isolate->SetPrepareStackTraceCallback(&Prepare);
}

}  // namespace rt
