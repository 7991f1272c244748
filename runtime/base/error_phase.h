#ifndef RUNTIME_BASE_ERROR_PHASE_H_
#define RUNTIME_BASE_ERROR_PHASE_H_

namespace rt {

// What a status was doing, beside the payloads of error_payload.h, for
// JavaScript to see as a property of the error: "connect".
inline constexpr char kErrorPhase[] = "phase";

}  // namespace rt

#endif  // RUNTIME_BASE_ERROR_PHASE_H_
