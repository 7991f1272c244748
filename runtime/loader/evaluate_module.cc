#include "runtime/loader/evaluate_module.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/import_attributes.h"
#include "runtime/loader/module_graph.h"
#include "runtime/loader/module_loader.h"

namespace rt {
namespace {

// V8 asks for what the loader has found already.
v8::MaybeLocal<v8::Module> FindImport(v8::Local<v8::Context> /*context*/,
                                      v8::Local<v8::String> specifier,
                                      v8::Local<v8::FixedArray> attributes,
                                      v8::Local<v8::Module> referrer) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  const ModuleRecord* const importer =
      StateOf<ModuleLoader>(isolate).map().Of(isolate, referrer);
  RT_CHECK(importer != nullptr);
  const absl::StatusOr<ModuleType> type =
      TypeFromAttributes(isolate, attributes, kRequestStride);
  RT_CHECK(type.ok());
  const auto found =
      importer->imports.find({ToUtf8(isolate, specifier), *type});
  RT_CHECK(found != importer->imports.end());
  return found->second->module.Get(isolate);
}

// A promise that nobody looks at must not be reported as an unhandled
// rejection.
void Ignore(v8::Isolate* isolate, v8::Local<v8::Promise> promise) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Function> nothing;
  if (v8::Function::New(context,
                        [](const v8::FunctionCallbackInfo<v8::Value>&) {})
          .ToLocal(&nothing)) {
    const v8::MaybeLocal<v8::Promise> ignored =
        promise->Catch(context, nothing);
    static_cast<void>(ignored);
  }
}

v8::MaybeLocal<v8::Promise> Evaluate(v8::Isolate* isolate,
                                     const ModuleRecord& record) {
  v8::Local<v8::Value> promise;
  if (!record.module.Get(isolate)
           ->Evaluate(isolate->GetCurrentContext())
           .ToLocal(&promise)) {
    return {};
  }
  return promise.As<v8::Promise>();
}

bool IsStackOverflow(v8::Isolate* isolate, v8::Local<v8::Value> exception) {
  return exception->IsNativeError() &&
         ToUtf8(isolate, exception) ==
             "RangeError: Maximum call stack size exceeded";
}

// Links a piece of the graph. False with an exception pending.
bool Link(v8::Isolate* isolate, const ModuleRecord& piece,
          size_t largest_cycle) {
  {
    v8::TryCatch try_catch(isolate);
    if (piece.module.Get(isolate)
            ->InstantiateModule(isolate->GetCurrentContext(), &FindImport)
            .IsJust()) {
      return true;
    }
    if (!try_catch.CanContinue() ||
        !IsStackOverflow(isolate, try_catch.Exception())) {
      try_catch.ReThrow();
      return false;
    }
  }
  // Linking runs no JavaScript: what overflows is V8's own recursion.
  isolate->ThrowException(v8::Exception::RangeError(NewString(
      isolate,
      absl::StrCat("cannot link ", piece.source.path, ": ", largest_cycle,
                   " modules import one another in a cycle, which is more than "
                   "V8's stack has room for; break the cycle, or give V8 more "
                   "stack (in KB): --v8-flag=--stack-size=7000"))));
  return false;
}

}  // namespace

v8::MaybeLocal<v8::Promise> EvaluateRecord(v8::Isolate* isolate,
                                           ModuleRecord& record) {
  const GraphPieces pieces = CutGraph(isolate, record);
  for (const ModuleRecord* piece : pieces.modules) {
    v8::HandleScope handles(isolate);
    if (!Link(isolate, *piece, pieces.largest_cycle)) return {};
  }
  for (const ModuleRecord* piece : pieces.modules) {
    if (piece == &record) break;
    v8::HandleScope handles(isolate);
    v8::Local<v8::Promise> promise;
    if (!Evaluate(isolate, *piece).ToLocal(&promise)) return {};
    Ignore(isolate, promise);
    // The record's own evaluation ends at the same error.
    if (promise->State() == v8::Promise::kRejected) break;
  }
  return Evaluate(isolate, record);
}

}  // namespace rt
