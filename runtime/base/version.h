#ifndef RUNTIME_BASE_VERSION_H_
#define RUNTIME_BASE_VERSION_H_

namespace rt {

// rt's own version, by https://semver.org.
inline constexpr char kRtVersion[] = "0.1.0";

}  // namespace rt

#endif  // RUNTIME_BASE_VERSION_H_
