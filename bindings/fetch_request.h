#ifndef BINDINGS_FETCH_REQUEST_H_
#define BINDINGS_FETCH_REQUEST_H_

#include "absl/status/statusor.h"
#include "bindings/glue/arguments.h"
#include "runtime/net/client/http_call.h"

namespace rt {

// The request of the arguments from `first` on: (method, url, headers, body,
// size, unixPath), as natives.fetch.start() has them (modules/natives.d.ts).
// Fails with Denied() where the realm is a sandbox that may not connect there.
absl::StatusOr<HttpRequest> ToHttpRequest(const Arguments& args, int first);

// A string, in UTF-8, or bytes, which are copied where JavaScript may still
// change them.
HttpRequest::Bytes ToRequestBytes(const Arguments& args, int index,
                                  bool is_copied);

}  // namespace rt

#endif  // BINDINGS_FETCH_REQUEST_H_
