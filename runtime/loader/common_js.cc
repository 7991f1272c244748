#include "runtime/loader/common_js.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace rt {
namespace {

// `word` stands in the text, not as the end of a longer name or as a property.
bool HasWord(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != text.npos;
       at = text.find(word, at + 1)) {
    if (at == 0) return true;
    const char before = text[at - 1];
    if (!absl::ascii_isalnum(before) && before != '_' && before != '$' &&
        before != '.' && before != '#') {
      return true;
    }
  }
  return false;
}

v8::MaybeLocal<v8::Module> ResolveNothing(v8::Local<v8::Context>,
                                          v8::Local<v8::String>,
                                          v8::Local<v8::FixedArray>,
                                          v8::Local<v8::Module>) {
  return {};
}

}  // namespace

bool UsesCommonJsNames(absl::string_view text) {
  for (const absl::string_view word :
       {"require(", "module.exports", "exports.", "exports["}) {
    if (HasWord(text, word)) return true;
  }
  return false;
}

bool HasModuleSyntax(v8::Isolate* isolate, v8::Local<v8::Module> module) {
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (module->GetModuleRequests()->Length() > 0) return true;
  // Only a linked module tells its exports; without imports, linking it asks
  // for nothing.
  v8::TryCatch try_catch(isolate);
  if (module->InstantiateModule(context, &ResolveNothing).IsNothing()) {
    return true;
  }
  // Not the enumerable ones alone: to tell those, V8 would read the values,
  // which are not there yet.
  v8::Local<v8::Array> exports;
  return module->HasTopLevelAwait() ||
         !module->GetModuleNamespace()
              .As<v8::Object>()
              ->GetPropertyNames(context, v8::KeyCollectionMode::kOwnOnly,
                                 v8::PropertyFilter::SKIP_SYMBOLS,
                                 v8::IndexFilter::kIncludeIndices)
              .ToLocal(&exports) ||
         exports->Length() > 0;
}

}  // namespace rt
