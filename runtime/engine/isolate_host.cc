#include "runtime/engine/isolate_host.h"

#include <unistd.h>

#include <cstdio>

#include "runtime/base/check.h"
#include "runtime/base/memory.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/loop_platform.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

// The isolate's data slot that holds its IsolateHost.
constexpr uint32_t kHostSlot = 0;

// V8 calls this where it would abort, and does not expect it to come back.
void OnOutOfMemory(const char* location, const v8::OOMDetails& details) {
  v8::Isolate* const isolate = v8::Isolate::TryGetCurrent();
  fprintf(stderr,
          "rt: out of memory in %s, where V8 cannot go on (%s%s%s). "
          "--max-heap MB gives each realm more.\n",
          isolate != nullptr ? IsolateHost::Of(isolate).label().c_str()
                             : "the engine",
          location, details.detail != nullptr ? ": " : "",
          details.detail != nullptr ? details.detail : "");
  _exit(1);
}

}  // namespace

IsolateHost::IsolateHost(Options options)
    : options_(std::move(options)),
      allocator_(std::make_shared<BufferAllocator>(
          options_.max_heap_bytes != 0
              ? options_.max_heap_bytes
              : static_cast<size_t>(UsableMemoryBytes()),
          options_.max_heap_bytes != 0)) {
  v8::Isolate::CreateParams params;
  params.snapshot_blob = &options_.image->snapshot;
  params.external_references = options_.image->external_references;
  params.array_buffer_allocator_shared = allocator_;
  params.oom_error_callback = &OnOutOfMemory;
  if (options_.max_heap_bytes != 0) {
    params.constraints.ConfigureDefaultsFromHeapSize(0,
                                                     options_.max_heap_bytes);
  } else {
    params.constraints.ConfigureDefaults(
        static_cast<uint64_t>(UsableMemoryBytes()), 0);
  }
  const ChunkAllocator::IsolateMaking making(EnginePlatform().chunks());
  isolate_ = v8::Isolate::Allocate();
  EnginePlatform().AddIsolate(isolate_, options_.loop);
  isolate_->SetData(kHostSlot, this);
  v8::Isolate::Initialize(isolate_, params);
  isolate_->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  isolate_->SetCaptureStackTraceForUncaughtExceptions(true, 100);
  heap_limit_ = std::make_unique<HeapLimit>(isolate_);
  allocator_->Attach(isolate_, heap_limit_.get());

  v8::Isolate::Scope isolate_scope(isolate_);
  v8::HandleScope handle_scope(isolate_);
  v8::Local<v8::Context> context = v8::Context::New(isolate_);
  context_.Reset(isolate_, context);
  v8::Local<v8::Object> registry;
  RT_CHECK(context->GetDataFromSnapshotOnce<v8::Object>(0).ToLocal(&registry));
  registry_.Reset(isolate_, registry);
}

IsolateHost::~IsolateHost() {
  {
    IsolateScope scope(*this);
    while (!states_.empty()) states_.pop_back();
    registry_.Reset();
    context_.Reset();
  }
  allocator_->Detach();
  heap_limit_.reset();
  isolate_->Deinitialize();
  // Before the address can be another isolate's.
  EnginePlatform().RemoveIsolate(isolate_);
  v8::Isolate::Free(isolate_);
}

IsolateHost& IsolateHost::Of(v8::Isolate* isolate) {
  return *static_cast<IsolateHost*>(isolate->GetData(kHostSlot));
}

BufferAllocator* IsolateHost::CurrentBuffers() {
  v8::Isolate* const isolate = v8::Isolate::TryGetCurrent();
  if (isolate == nullptr) return nullptr;
  const auto* const host =
      static_cast<const IsolateHost*>(isolate->GetData(kHostSlot));
  return host != nullptr ? host->allocator_.get() : nullptr;
}

v8::Local<v8::Object> IsolateHost::registry() {
  return registry_.Get(isolate_);
}

}  // namespace rt
