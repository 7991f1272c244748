#ifndef RUNTIME_NET_CLIENT_CALL_ERROR_H_
#define RUNTIME_NET_CLIENT_CALL_ERROR_H_

namespace rt {

// What a failed call was doing, for JavaScript (kErrorPhase of
// runtime/base/error_phase.h), beside its code (net_error.h): one of these.
inline constexpr char kPhaseDns[] = "dns";
inline constexpr char kPhaseConnect[] = "connect";
inline constexpr char kPhaseTls[] = "tls";
inline constexpr char kPhaseRequest[] = "request";  // sending it
inline constexpr char kPhaseResponse[] =
    "response";                               // until its head was there
inline constexpr char kPhaseBody[] = "body";  // of the response

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CALL_ERROR_H_
