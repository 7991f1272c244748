#include "runtime/engine/isolate_scope.h"

#include "runtime/base/check.h"
#include "runtime/engine/strings.h"

namespace rt {

IsolateScope::IsolateScope(IsolateHost& host)
    : host_(host),
      isolate_scope_(host.isolate_),
      handle_scope_(host.isolate_),
      context_(host.context_.Get(host.isolate_)),
      context_scope_(context_) {}

v8::Local<v8::Function> IsolateScope::InternalFunction(const char* name) {
  v8::Local<v8::Value> internal;
  v8::Local<v8::Value> function;
  RT_CHECK(host_.registry()
               ->Get(context_, NewString(isolate(), "internal"))
               .ToLocal(&internal) &&
           internal->IsObject());
  RT_CHECK(internal.As<v8::Object>()
               ->Get(context_, NewString(isolate(), name))
               .ToLocal(&function) &&
           function->IsFunction());
  return function.As<v8::Function>();
}

}  // namespace rt
