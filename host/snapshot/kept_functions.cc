#include "host/snapshot/kept_functions.h"

#include <v8-initialization.h>
#include <v8-profiler.h>

#include <fstream>
#include <vector>

#include "runtime/base/check.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

class Functions final : public v8::QueryObjectPredicate {
 public:
  bool Filter(v8::Local<v8::Object> object) override {
    return object->IsFunction() && object.As<v8::Function>()->ScriptId() !=
                                       v8::UnboundScript::kNoScriptId;
  }
};

// V8 drops the bytecode of what has not run for some collections of garbage,
// with this flag of all that does not run now; some of it never without.
void DropBytecode(v8::Isolate* isolate) {
  v8::V8::SetFlagsFromString("--stress-flush-code");
  isolate->LowMemoryNotification();
  v8::V8::SetFlagsFromString("--no-stress-flush-code");
}

// A function that compiles the one that it is given.
v8::Local<v8::Function> Compiler(v8::Local<v8::Context> context) {
  // What it makes besides, a vector of feedback, V8 leaves out of a snapshot.
  constexpr const char* kSource = "(f) => %EnsureFeedbackVectorForFunction(f)";
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> compile;
  RT_CHECK(
      v8::Script::Compile(context, NewString(context->GetIsolate(), kSource))
          .ToLocal(&script) &&
      script->Run(context).ToLocal(&compile) && compile->IsFunction());
  return compile.As<v8::Function>();
}

}  // namespace

std::set<std::string> ReadFunctionNames(const char* path) {
  std::ifstream file(path);
  RT_CHECK(file.is_open());
  std::set<std::string> names;
  std::string line;
  while (std::getline(file, line)) {
    if (!line.empty() && !line.starts_with("//")) names.insert(line);
  }
  return names;
}

std::set<std::string> KeepFunctions(v8::Local<v8::Context> context,
                                    const std::set<std::string>& names) {
  v8::Isolate* const isolate = context->GetIsolate();
  DropBytecode(isolate);
  const v8::Local<v8::Function> compile = Compiler(context);
  Functions functions;
  std::vector<v8::Global<v8::Object>> found;
  isolate->GetHeapProfiler()->QueryObjects(context, &functions, &found);
  std::set<std::string> missing = names;
  for (v8::Global<v8::Object>& each : found) {
    v8::HandleScope handles(isolate);
    v8::Local<v8::Value> function = each.Get(isolate);
    // The snapshot can have no handle of ours.
    each.Reset();
    const std::string name =
        ToUtf8(isolate, function.As<v8::Function>()->GetName());
    if (!names.contains(name)) continue;
    missing.erase(name);
    RT_CHECK(!compile->Call(context, v8::Undefined(isolate), 1, &function)
                  .IsEmpty());
  }
  return missing;
}

}  // namespace rt
