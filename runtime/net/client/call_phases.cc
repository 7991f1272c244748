#include "runtime/net/client/call_phases.h"

namespace rt {
namespace {

// Since the transfer's start; 0 where it has not come so far.
int64_t Nanos(CURL* handle, CURLINFO info) {
  curl_off_t micros = 0;
  curl_easy_getinfo(handle, info, &micros);
  return int64_t{micros} * 1000;
}

}  // namespace

BackendObservation::Phases CallPhases(CURL* handle) {
  BackendObservation::Phases phases;
  const int64_t found = Nanos(handle, CURLINFO_NAMELOOKUP_TIME_T);
  const int64_t connected = Nanos(handle, CURLINFO_CONNECT_TIME_T);
  const int64_t encrypted = Nanos(handle, CURLINFO_APPCONNECT_TIME_T);
  const int64_t asked = Nanos(handle, CURLINFO_PRETRANSFER_TIME_T);
  const int64_t answered = Nanos(handle, CURLINFO_STARTTRANSFER_TIME_T);
  long new_connections = 0;
  curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &new_connections);
  // A connection that was used before has times too, of nothing.
  if (new_connections > 0 || asked == 0) {
    if (found > 0) phases.dns_ns = found;
    if (connected > 0) phases.connect_ns = connected - found;
    if (encrypted > 0) phases.tls_ns = encrypted - connected;
  }
  if (answered > 0) phases.first_byte_ns = answered - asked;
  return phases;
}

}  // namespace rt
