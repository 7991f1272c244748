#ifndef RUNTIME_NET_CLIENT_HTTP_CALL_H_
#define RUNTIME_NET_CLIENT_HTTP_CALL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/net/client/http_client.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// What is asked of a server. Redirects are the caller's to follow.
struct HttpRequest {
  struct Header {
    std::string name;
    std::string value;
  };

  // Bytes that stay where they are for as long as `owner` is held.
  struct Bytes {
    std::shared_ptr<const void> owner;
    absl::string_view bytes;
  };

  // A body that comes in parts, by HttpCall::Write().
  struct Stream {
    // Without one it goes in chunks.
    std::optional<int64_t> size;
  };

  std::string method;  // in capital letters where it is a standard one
  std::string url;     // http: or https:, without a fragment; the host in ASCII
  // Names and values as they go over the wire. Those that say how the body is
  // framed are added.
  std::vector<Header> headers;
  // One of these, or none.
  std::optional<Bytes> whole;
  std::optional<Stream> stream;
  // Where the server listens, in place of the URL's host and port.
  std::string unix_path;
  // The proxies of the environment (http_proxy, https_proxy, all_proxy,
  // no_proxy; https://curl.se/libcurl/c/libcurl-env.html) are used.
  bool uses_proxies = true;
};

struct HttpHead {
  int status = 0;
  std::string reason;  // empty in HTTP/2
  // As they came: "Name: value\r\n" and so on.
  std::string header_lines;
  // Of the body that comes, after what was taken off it (gzip ...); -1 where it
  // is not known.
  int64_t body_size = -1;
  // A content coding lay on the body.
  bool is_decoded = false;
};

// One request and its answer. On the thread of its client, which outlives it;
// destroying it before its end cuts it off, at whatever phase it is.
class HttpCall {
 public:
  // Called from the io_context, and from Resume(). None but OnEnd() may destroy
  // the call or start another one.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    virtual void OnHead(HttpHead head) = 0;

    // A part of the body. False where it was not taken: the call then waits for
    // Resume(), and comes with it again.
    virtual bool OnBody(absl::Span<const char> bytes) = 0;

    // All parts of the request's body that were written have gone to the
    // system: there is room for more.
    virtual void OnRoom() = 0;

    // Once. An error has a code and a phase (call_error.h).
    virtual void OnEnd(absl::Status status) = 0;
  };

  // The delegate outlives the call. What is wrong with the request itself comes
  // by OnEnd().
  HttpCall(HttpClient& client, HttpRequest request, Delegate& delegate);
  ~HttpCall();
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;

  // The reader has room again.
  void Resume();

  // The next part of a streamed body, of which OnRoom() asked for each, the
  // first included; empty: it was the last one.
  void Write(HttpRequest::Bytes part);

  // What it took, as far as it has come; the outcome is not looked at. Sizes of
  // bodies are as they go over the wire.
  BackendObservation::End Figures() const;

 private:
  class Impl;

  const std::unique_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_HTTP_CALL_H_
