#ifndef RUNTIME_NET_HTTP_HEAD_CHECKS_H_
#define RUNTIME_NET_HTTP_HEAD_CHECKS_H_

#include "absl/strings/string_view.h"
#include "runtime/net/http/request_head.h"

namespace rt {

// What a head must be beyond what Beast's parser asks of it, so that nobody
// between the client and this server reads another request out of it. Each
// returns 0, or the status that refuses the request.

// Before it is parsed: `text` is a whole head. No NUL, no bare CR or LF, no
// line that begins with white space (RFC 9112, 5.2), no white space before a
// colon, a version of HTTP that is spoken here (505).
int CheckHeadText(absl::string_view text);

// After it was parsed: exactly one good Host, or none in HTTP/1.0; one
// Content-Length of digits; no Transfer-Encoding but "chunked" (501), and that
// in HTTP/1.1 only; a target that this server may have (RFC 9112, 3.2). Fills
// in what it finds.
int CheckFields(RequestHead& head);

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HEAD_CHECKS_H_
