#ifndef RUNTIME_ENGINE_ISOLATE_SCOPE_H_
#define RUNTIME_ENGINE_ISOLATE_SCOPE_H_

#include <v8.h>

#include "runtime/engine/isolate_host.h"

namespace rt {

// An isolate that is entered, with a handle scope and its context current. Code
// that works in an isolate takes one of these: holding it is the proof.
//
// On the stack, on the isolate's thread. Scopes nest, also of several isolates.
class IsolateScope {
 public:
  explicit IsolateScope(IsolateHost& host);
  IsolateScope(const IsolateScope&) = delete;
  IsolateScope& operator=(const IsolateScope&) = delete;

  IsolateHost& host() { return host_; }
  v8::Isolate* isolate() { return host_.isolate_; }
  v8::Local<v8::Context> context() { return context_; }

  // A function of registry.internal (modules/bootstrap.ts). CHECKs that it is
  // there: the snapshot is made with this program.
  v8::Local<v8::Function> InternalFunction(const char* name);

 private:
  IsolateHost& host_;
  v8::Isolate::Scope isolate_scope_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
  v8::Context::Scope context_scope_;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_ISOLATE_SCOPE_H_
