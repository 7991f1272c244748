#ifndef RUNTIME_REALM_PLATFORM_OBJECTS_H_
#define RUNTIME_REALM_PLATFORM_OBJECTS_H_

#include <v8.h>

#include <string>
#include <vector>

#include "runtime/engine/isolate_scope.h"

namespace rt {

// Which objects of the web V8 cannot clone by their properties, told by the
// prototypes that they have: State<PlatformObjects>() of one realm. On the
// realm's thread.
class PlatformObjects {
 public:
  enum class Fate {
    kCopied,   // by platformParts() of modules/web/structured_clone.ts
    kRefused,  // by a DataCloneError
  };

  explicit PlatformObjects(IsolateHost& /*host*/) {}

  // To be called before InterfaceOf(). Runs JavaScript the first time. False
  // where that threw.
  bool Prepare(IsolateScope& scope);

  struct Interface {
    v8::Global<v8::Object> prototype;
    // As Object.prototype.toString() tells it.
    std::string name;
    Fate fate;
  };

  // Null for what is of no such interface. Runs no JavaScript.
  const Interface* InterfaceOf(v8::Local<v8::Object> object) const;

  // Objects with this prototype are refused from now on.
  void Refuse(IsolateScope& scope, v8::Local<v8::Object> prototype);

 private:
  bool AddAll(IsolateScope& scope, v8::Local<v8::Array> prototypes, Fate fate);
  void Add(IsolateScope& scope, v8::Local<v8::Object> prototype, Fate fate);

  bool is_prepared_ = false;
  std::vector<Interface> interfaces_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_PLATFORM_OBJECTS_H_
