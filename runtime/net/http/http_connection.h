#ifndef RUNTIME_NET_HTTP_HTTP_CONNECTION_H_
#define RUNTIME_NET_HTTP_HTTP_CONNECTION_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/net/http/http_exchange.h"
#include "runtime/net/http/request_parser.h"
#include "runtime/net/http/socket_poller.h"
#include "runtime/net/http/transport.h"

namespace rt {

struct HttpServerCore;

// One client: reads requests, one after the other, and writes their answers.
// What a client sends ahead waits until the answer before it is written. Of its
// server (HttpServerCore), on the server's thread; not for users of
// runtime/net/http.
//
// An idle connection holds no buffer. It reads only what somebody wants: the
// socket, registered once and edge-triggered, is remembered to have something.
class HttpConnection final : public SocketPoller::Socket {
 public:
  HttpConnection(HttpServerCore& core, Transport transport);
  ~HttpConnection() override;

  // Once, when it is in the core's table. May end it.
  void Begin();
  // The server closes: ends it now where it is idle.
  void CloseIfIdle();
  // Looks at its limits of time.
  void Tick(int64_t now_ns);
  // Breaks it off, so that the client sees that something is missing.
  void Cut();

  // SocketPoller::Socket
  void OnEvents(uint32_t events) override;

  // --- For its exchange ---

  bool has_tls() const { return transport_.has_tls(); }
  bool is_half_closed() const { return is_half_closed_; }
  bool is_broken() const { return is_broken_; }
  HttpExchange::Address PeerAddress() const;
  // What comes after this answer can be told from the body of its request.
  bool MayKeepAlive() const;
  // The client has sent nothing of its body, and may never.
  bool WaitsForContinue() const;
  // Writes, and keeps what the client does not take now.
  void Send(absl::string_view first, absl::string_view second = {},
            absl::string_view third = {});
  bool has_pending() const { return !pending_.empty(); }
  void WantBody();
  // The exchange has given all of its answer. It may end at once.
  void OnAnswered();
  // Gives its socket away; it ends, and its exchange as one that was answered.
  AcceptedSocket GiveAway();

 private:
  enum class Phase {
    kIdle,       // between requests
    kHead,       // in a request's head
    kExchange,   // a request is being answered
    kDraining,   // the rest of its body is read past
    kLingering,  // all is written: waits for the client to close
    kDead,
  };

  void SetPhase(Phase phase);
  bool WantsInput() const;
  void ReadInput();
  size_t DirectRoom() const;
  void TakeDirect(size_t size);
  void Feed(absl::string_view data);
  // What it could make use of.
  size_t Consume(absl::string_view input);
  size_t TakeHead(absl::string_view input);
  size_t StartExchange(absl::string_view text);
  size_t TakeBody(absl::string_view input);
  void AddToBody(absl::string_view data);
  void CompleteBody();
  void TellBody();
  // All that was read and not used.
  void ConsumeBuffered();

  void FlushPending();
  void AfterFlush();
  void EndExchange();
  void Refuse(int status);
  void DropExchange(HttpEnd end);
  void OnPeerEnd();
  void Linger();
  void Die();

  HttpServerCore& core_;
  Transport transport_;
  Phase phase_ = Phase::kIdle;
  // The socket may have something to read.
  bool is_readable_ = true;
  // The client has sent its last byte; what it sent may not be read yet.
  bool is_half_closed_ = false;
  bool was_told_half_closed_ = false;
  bool is_answered_ = false;
  // The exchange was announced to the server.
  bool is_queued_ = false;
  bool lingers_after_flush_ = false;
  // Writing has failed.
  bool is_broken_ = false;
  // When the phase began, or something last moved in it.
  int64_t since_ns_;
  int64_t head_began_ns_ = 0;
  size_t scanned_ = 0;
  uint64_t drain_left_ = 0;
  std::string input_;
  std::string pending_;
  std::unique_ptr<HttpExchange> exchange_;
  // Of the chunked body that is being read.
  std::unique_ptr<RequestParser> parser_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_HTTP_CONNECTION_H_
