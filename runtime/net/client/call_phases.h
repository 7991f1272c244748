#ifndef RUNTIME_NET_CLIENT_CALL_PHASES_H_
#define RUNTIME_NET_CLIENT_CALL_PHASES_H_

#include <curl/curl.h>

#include "runtime/observe/request_observer.h"

namespace rt {

// How long each step of a transfer took, as far as it has come, by curl's own
// times (https://curl.se/libcurl/c/curl_easy_getinfo.html, TIMES). Not for
// users of runtime/net/client.
BackendObservation::Phases CallPhases(CURL* handle);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CALL_PHASES_H_
