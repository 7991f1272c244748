#include "runtime/engine/isolate_host.h"

#include <libplatform/libplatform.h>

#include "runtime/base/check.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

// The isolate's data slot that holds its IsolateHost.
constexpr uint32_t kHostSlot = 0;

}  // namespace

IsolateHost::IsolateHost(Options options)
    : options_(std::move(options)),
      allocator_(v8::ArrayBuffer::Allocator::NewDefaultAllocator()) {
  v8::Isolate::CreateParams params;
  params.snapshot_blob = &options_.image->snapshot;
  params.external_references = options_.image->external_references;
  params.array_buffer_allocator = allocator_.get();
  if (options_.max_heap_bytes != 0) {
    params.constraints.ConfigureDefaultsFromHeapSize(0,
                                                     options_.max_heap_bytes);
  }
  isolate_ = v8::Isolate::New(params);
  isolate_->SetData(kHostSlot, this);
  isolate_->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  isolate_->SetCaptureStackTraceForUncaughtExceptions(true, 100);
  heap_limit_ = std::make_unique<HeapLimit>(isolate_);

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
  v8::platform::NotifyIsolateShutdown(EnginePlatform(), isolate_);
  heap_limit_.reset();
  isolate_->Dispose();
}

IsolateHost& IsolateHost::Of(v8::Isolate* isolate) {
  return *static_cast<IsolateHost*>(isolate->GetData(kHostSlot));
}

v8::Local<v8::Object> IsolateHost::registry() {
  return registry_.Get(isolate_);
}

}  // namespace rt
