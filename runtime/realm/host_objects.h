#ifndef RUNTIME_REALM_HOST_OBJECTS_H_
#define RUNTIME_REALM_HOST_OBJECTS_H_

#include <cstdint>

namespace rt {

// The objects that V8 does not serialize by itself, as the first number of what
// rt writes for one. To change it is to change kFrameVersion.
enum class HostObject : uint32_t {
  kPort,            // then its index in Message::ports
  kPlatformObject,  // then its index in Message::platform_objects
};

}  // namespace rt

#endif  // RUNTIME_REALM_HOST_OBJECTS_H_
