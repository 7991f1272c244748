#ifndef RUNTIME_NET_CLIENT_CURL_REQUEST_H_
#define RUNTIME_NET_CLIENT_CURL_REQUEST_H_

#include <curl/curl.h>

#include <memory>
#include <string>

#include "runtime/net/client/http_call.h"

namespace rt {

struct FreeSlist {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using UniqueSlist = std::unique_ptr<curl_slist, FreeSlist>;

// Tells `handle` what to ask for and of whom. Returns the headers, which the
// handle refers to, as it does to `request` and `roots`. Not for users of
// runtime/net/client.
UniqueSlist SetRequest(CURL* handle, const HttpRequest& request,
                       const std::string& roots);

// The request's host and port, or its socket, for people.
std::string PeerOf(const HttpRequest& request);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CURL_REQUEST_H_
