// Makes the startup snapshot of rt, at build time:
//   make_snapshot BUNDLE.js FUNCTIONS.txt SNAPSHOT.bin SNAPSHOT.S
// Runs the bundle of built-in modules in a new context, keeps what it returned
// as the context's data 0, and writes the snapshot, with the code of the
// functions that FUNCTIONS.txt names. The assembler file embeds it as
// rt_snapshot_begin and rt_snapshot_end, and the bundle as rt_bundle_begin and
// rt_bundle_end.

#include <v8.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "bindings/builtins.h"
#include "host/snapshot/bundle_source.h"
#include "host/snapshot/kept_functions.h"
#include "runtime/base/check.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/platform.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

// Runs the bundle; empty when it threw.
v8::MaybeLocal<v8::Object> RunBundle(v8::Isolate* isolate,
                                     v8::Local<v8::Context> context) {
  v8::ScriptOrigin origin(NewString(isolate, kBuiltinsScript));
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> function;
  v8::Local<v8::Value> registry;
  v8::Local<v8::Value> natives = MakeNatives(context, Builtins());
  v8::Local<v8::String> source;
  if (!v8::String::NewExternalOneByte(isolate, &BundleSource::Get())
           .ToLocal(&source) ||
      !v8::Script::Compile(context, source, &origin).ToLocal(&script) ||
      !script->Run(context).ToLocal(&function) || !function->IsFunction() ||
      !function.As<v8::Function>()
           ->Call(context, v8::Undefined(isolate), 1, &natives)
           .ToLocal(&registry) ||
      !registry->IsObject()) {
    return {};
  }
  return registry.As<v8::Object>();
}

int Main(const char* bundle, const char* names, const char* blob_path,
         const char* asm_path) {
  RT_CHECK(InitializeEngine(
               {std::begin(kKeepFunctionsFlags), std::end(kKeepFunctionsFlags)})
               .ok());
  std::ifstream input(bundle);
  const std::string source((std::istreambuf_iterator<char>(input)), {});
  RT_CHECK(std::all_of(source.begin(), source.end(), absl::ascii_isascii));
  BundleSource::Get().set_text(source);

  const std::vector<intptr_t> references = SnapshotReferences();
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.external_references = references.data();
  params.array_buffer_allocator = allocator.get();
  v8::SnapshotCreator creator(params);
  v8::Isolate* const isolate = creator.GetIsolate();
  {
    v8::HandleScope handles(isolate);
    v8::Local<v8::Context> context = v8::Context::New(isolate);
    v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::Object> registry;
    if (!RunBundle(isolate, context).ToLocal(&registry)) {
      v8::Local<v8::Value> stack;
      if (!try_catch.HasCaught()) {
        stack =
            NewString(isolate, "it gave no function that returns an object");
      } else if (!try_catch.StackTrace(context).ToLocal(&stack) ||
                 !stack->IsString()) {
        stack = try_catch.Exception();
      }
      fprintf(stderr, "make_snapshot: %s failed: %s\n", bundle,
              ToUtf8(isolate, stack).c_str());
      return 1;
    }
    const std::set<std::string> missing =
        KeepFunctions(context, ReadFunctionNames(names));
    for (const std::string& name : missing) {
      fprintf(stderr,
              "make_snapshot: %s names %s, which no function of %s is\n", names,
              name.c_str(), bundle);
    }
    if (!missing.empty()) return 1;
    creator.SetDefaultContext(context);
    creator.AddData(context, registry);
  }
  v8::StartupData blob =
      creator.CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
  std::ofstream(blob_path, std::ios::binary)
      .write(blob.data, blob.raw_size)
      .flush();
  std::ofstream assembler(asm_path);
  assembler << ".section .rodata\n.balign 16\n"
            << ".global rt_snapshot_begin\nrt_snapshot_begin:\n"
            << ".incbin \"" << blob_path << "\"\n"
            << ".global rt_snapshot_end\nrt_snapshot_end:\n.byte 0\n"
            << ".global rt_bundle_begin\nrt_bundle_begin:\n"
            << ".incbin \"" << bundle << "\"\n"
            << ".global rt_bundle_end\nrt_bundle_end:\n.byte 0\n"
            << ".section .note.GNU-stack,\"\",@progbits\n";
  assembler.flush();
  delete[] blob.data;
  if (!assembler) {
    fprintf(stderr, "make_snapshot: cannot write %s\n", asm_path);
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace rt

int main(int argc, char** argv) {
  if (argc != 5) {
    fprintf(stderr,
            "usage: make_snapshot BUNDLE.js FUNCTIONS.txt SNAPSHOT.bin "
            "SNAPSHOT.S\n");
    return 2;
  }
  return rt::Main(argv[1], argv[2], argv[3], argv[4]);
}
