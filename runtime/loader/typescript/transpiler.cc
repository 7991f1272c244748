#include "runtime/loader/typescript/transpiler.h"

#include <utility>

#include "runtime/base/line_of.h"
#include "runtime/base/version.h"
#include "runtime/engine/error_location.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/typescript/amaro_module.h"
#include "runtime/loader/typescript/content_hash.h"
#include "runtime/loader/typescript/transpile_store.h"

namespace rt {
namespace {

// Changes with what modules/typescript/typescript.ts asks of amaro.
constexpr absl::string_view kOptions = "strip, else transform; 1";

}  // namespace

std::shared_ptr<const Transpiled> Transpiler::Transpile(
    v8::Isolate* isolate, const std::string& url, absl::string_view source) {
  const std::string key =
      ContentHash({kRtVersion, host_.image().amaro_version, kOptions, source});
  if (host_.control().policy() != nullptr) {
    // A sandbox may take what others made of the same text, but leaves nothing
    // for them to run: its amaro is in its power.
    std::shared_ptr<const Transpiled> known = TranspileStore::Get().Find(key);
    return known != nullptr ? known : Make(isolate, url, source);
  }
  return TranspileStore::Get().GetOrMake(
      key, [&] { return Make(isolate, url, source); });
}

bool Transpiler::Instantiate(v8::Isolate* isolate) {
  IsolateScope scope(host_);
  v8::Local<v8::WasmModuleObject> module;
  if (!AmaroModule(isolate).ToLocal(&module)) return false;
  v8::Local<v8::Value> argument = module;
  v8::Local<v8::Value> transpile;
  if (!scope.InternalFunction("makeTranspiler")
           ->Call(scope.context(), v8::Undefined(isolate), 1, &argument)
           .ToLocal(&transpile)) {
    return false;
  }
  transpile_.Reset(isolate, transpile.As<v8::Function>());
  return true;
}

std::shared_ptr<const Transpiled> Transpiler::Make(v8::Isolate* isolate,
                                                   const std::string& url,
                                                   absl::string_view source) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> text = NewString(isolate, source);
  v8::Local<v8::Value> value;
  if ((transpile_.IsEmpty() && !Instantiate(isolate)) ||
      !transpile_.Get(isolate)
           ->Call(context, v8::Undefined(isolate), 1, &text)
           .ToLocal(&value)) {
    // After a fault of amaro its memory is in no known state.
    Release();
    return nullptr;
  }
  const auto result = value.As<v8::Array>();
  const auto at = [&](uint32_t index) {
    return result->Get(context, index).ToLocalChecked();
  };
  std::string first = ToUtf8(isolate, at(0));
  if (result->Length() == 2) {
    return std::make_shared<const Transpiled>(
        Transpiled{std::move(first), ToUtf8(isolate, at(1))});
  }
  const int line = at(1)->Int32Value(context).FromMaybe(0);
  const v8::Local<v8::Value> error =
      v8::Exception::SyntaxError(NewString(isolate, first));
  SetErrorLocation(isolate, error,
                   {url, line, at(2)->Int32Value(context).FromMaybe(0),
                    LineOf(source, line)});
  isolate->ThrowException(error);
  return nullptr;
}

}  // namespace rt
