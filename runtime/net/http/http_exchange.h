#ifndef RUNTIME_NET_HTTP_HTTP_EXCHANGE_H_
#define RUNTIME_NET_HTTP_HTTP_EXCHANGE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "runtime/net/accepted_socket.h"
#include "runtime/net/http/answer_head.h"
#include "runtime/net/http/body_buffer.h"
#include "runtime/net/http/request_head.h"

namespace rt {

class HttpConnection;
struct HttpServerCore;

// How an exchange ended.
enum class HttpEnd {
  kAnswered,  // all bytes of the answer were given to the kernel
  kGone,      // the client left, or the connection was cut
  kRefused,   // the body was malformed, too large or too slow
};

// What the one who answers a request is told of it. From the server's events,
// between turns of the realm's loop, or out of the exchange's own functions: it
// runs no JavaScript.
class HttpExchangeListener {
 public:
  virtual ~HttpExchangeListener() = default;

  // What AwaitBody() waited for is there.
  virtual void OnBody() = 0;
  // The client has taken what was sent.
  virtual void OnRoom() = 0;
  // The client will send nothing more: it may have left, or just be finished.
  // Whoever is sent something gets to know.
  virtual void OnHalfClosed() = 0;
  // The last call: the exchange is not there any more.
  virtual void OnEnd(HttpEnd end) = 0;
};

// One request and its answer. The server hands it out when the request's head
// has come; it is the server's, and lives until OnEnd() was called.
class HttpExchange {
 public:
  explicit HttpExchange(HttpServerCore& core) : core_(core) {}
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  // Once, before anything else.
  void set_listener(HttpExchangeListener* listener) { listener_ = listener; }

  const RequestHead& head() const { return head_; }
  // When the first byte of its head was read, by MonotonicNanos().
  int64_t start_ns() const { return start_ns_; }
  bool is_secure() const;
  // The client will send nothing more: see OnHalfClosed().
  bool is_half_closed() const;
  // Writing has failed: OnEnd() will be called, and nothing more gets through.
  bool is_broken() const;
  // "127.0.0.1" and 5000; a unix socket's peer has neither.
  struct Address {
    std::string host;
    int port = 0;
  };
  Address PeerAddress() const;

  // --- The body ---

  bool has_body() const { return head_.has_body(); }
  // All of it has come.
  bool is_body_complete() const { return is_body_complete_; }
  bool HasBody(bool whole) const {
    return is_body_complete_ || (!whole && !body_.empty());
  }
  // OnBody() will be called when HasBody(whole), which it is not now. Tells a
  // client that waits for it that it may go on.
  void AwaitBody(bool whole);
  // What has come; makes room for more.
  BodyBuffer TakeBody();
  // Nobody will read the rest.
  void DropBody();
  int64_t body_bytes() const { return body_received_; }

  // --- The answer: whole, or a head, parts and an end ---

  void Answer(const AnswerHead& head, absl::string_view body);
  // A body of `size` bytes, which `fill` writes.
  void Answer(const AnswerHead& head, size_t size,
              absl::FunctionRef<void(char* to)> fill);

  // `length`: how many bytes will come, where that is known.
  void Begin(const AnswerHead& head, std::optional<uint64_t> length);
  // False where the client has not taken it all: OnRoom() will be called. To be
  // given nothing more before. Sets `is_wrong` where it is beyond the length
  // that was announced.
  bool Send(absl::string_view part);
  // True where as many bytes were sent as were announced; else the connection
  // is cut.
  bool End();
  // The answer can't be finished: the client sees that.
  void Abort();

  // Where head().asks_for_websocket, instead of an answer: the connection is
  // the caller's, who answers with 101, and the exchange ends.
  AcceptedSocket Upgrade();

  bool has_begun_answer() const { return has_begun_answer_; }
  int64_t answer_bytes() const { return answer_bytes_; }
  int status() const { return status_; }

 private:
  friend class HttpConnection;

  void Reset(HttpConnection* connection, int64_t start_ns);
  absl::string_view ConnectionField(const AnswerHead& head, bool is_whole);
  bool SendsNoBody(int status) const;

  HttpServerCore& core_;
  HttpConnection* connection_ = nullptr;
  HttpExchangeListener* listener_ = nullptr;
  RequestHead head_;
  int64_t start_ns_ = 0;

  // The body. What was received and not taken.
  BodyBuffer body_;
  // Of a body with a Content-Length: what has not come.
  uint64_t body_left_ = 0;
  int64_t body_received_ = 0;
  bool is_body_complete_ = false;
  bool awaits_body_ = false;
  bool wants_whole_ = false;
  bool drops_body_ = false;
  bool was_told_to_continue_ = false;

  // The answer.
  bool keeps_alive_ = false;
  bool has_begun_answer_ = false;
  bool awaits_room_ = false;
  Framing framing_;
  int64_t answer_bytes_ = 0;
  int status_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_EXCHANGE_H_
