#include "test/support/test_realm.h"

#include "host/snapshot/engine_image.h"
#include "runtime/engine/strings.h"
#include "runtime/loop/reactor.h"

namespace rt {

const EngineImage& TestImage() { return BuiltinImage(); }

void WithIsolate(absl::FunctionRef<void(IsolateScope&)> body) {
  IsolateHost::Options options;
  options.image = &BuiltinImage();
  options.loop = EventLoop::Create(Reactor::Create());
  IsolateHost host(std::move(options));
  IsolateScope scope(host);
  body(scope);
}

std::string RunScript(IsolateScope& scope, const std::string& name,
                      const std::string& source) {
  v8::Isolate* const isolate = scope.isolate();
  v8::EscapableHandleScope handles(isolate);
  v8::TryCatch try_catch(isolate);
  v8::ScriptOrigin origin(NewString(isolate, name));
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  if (!v8::Script::Compile(scope.context(), NewString(isolate, source), &origin)
           .ToLocal(&script) ||
      !script->Run(scope.context()).ToLocal(&value)) {
    return try_catch.HasTerminated() ? "terminated"
                                     : ToUtf8(isolate, try_catch.Exception());
  }
  return ToUtf8(isolate, value);
}

}  // namespace rt
