#ifndef RUNTIME_NET_WEBSOCKET_MESSAGES_H_
#define RUNTIME_NET_WEBSOCKET_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/net/accepted_socket.h"
#include "runtime/net/websocket_field.h"
#include "runtime/net/websocket_url.h"
#include "runtime/observe/request_observer.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// A WebSocket (RFC 6455) as programs use it: messages of text or bytes, a close
// with a code and a reason. On the thread of its io_context, which outlives it.
//
// Nothing of a message is given out before it is whole; text is UTF-8. What
// breaks the protocol, text that is none and a message that is too large end
// it, and the other side is told by the codes 1002, 1007 and 1009.
class WebSocketMessages {
 public:
  // Of the other side's close, or what stands for one (RFC 6455, 7.4.1).
  static constexpr int kNoCode = 1005;
  static constexpr int kNoClose = 1006;
  // What a side that ends says of itself, and of a message that it has no room
  // for.
  static constexpr uint16_t kGoingAway = 1001;
  static constexpr uint16_t kTooLarge = 1009;

  struct End {
    int code = kNoClose;
    std::string reason;
    // Both sides have said that they close.
    bool was_clean = false;
    // Why it was not; with a code (net_error.h).
    absl::Status status;
    // Bytes that were sent and did not go out.
    uint64_t unsent = 0;
  };

  // What it tells; may destroy it in each but OnClosing(). Not called out of
  // the functions below, but for Send().
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // The protocol that both sides speak; empty for none. Once, first of all.
    virtual void OnOpen(std::string protocol) = 0;
    // False: no more of them before Resume(). Until then nothing is read, and
    // the other side waits.
    virtual bool OnMessage(bool is_binary, std::string message) = 0;
    // The other side closes. Send() has no effect any more.
    virtual void OnClosing() = 0;
    // The last call.
    virtual void OnEnd(End end) = 0;
  };

  struct Limits {
    // Of a message that comes.
    size_t max_message = size_t{64} << 20;
    // Of what Send() was given and the other side has not taken: one message
    // may be larger, where nothing else waits.
    size_t max_queue = size_t{64} << 20;
    // The other side is asked whether it is there when it was silent for half
    // of this, and is gone if it does not answer in the other half. 0: it is
    // never asked.
    int silence_ms = 30'000;
  };

  // After Close(), or the other side's close, it ends in this time, whatever
  // the other side does; before Close() has its turn, each message that waits
  // has kMessageSeconds to go out.
  static constexpr int kCloseSeconds = 10;
  static constexpr int kMessageSeconds = 60;

  // A client's.
  struct Target {
    WebSocketUrl url;
    // The request's Host, and what it asks for.
    std::string host;
    std::string path = "/";
    std::vector<WebSocketField> fields;
    // The server has to choose one of them, where there are any.
    std::vector<std::string> protocols;
    // WebSocketClient::Options
    std::string roots;
  };
  static std::unique_ptr<WebSocketMessages> Connect(
      boost::asio::io_context& context, Target target, const Limits& limits,
      Delegate& delegate);

  // A server's, of a client that asked for one: answers it.
  struct Upgrade {
    AcceptedSocket socket;
    // What errors call the client.
    std::string peer;
    std::string key;       // Sec-WebSocket-Key
    std::string protocol;  // empty for none
    std::vector<WebSocketField> fields;
  };
  static std::unique_ptr<WebSocketMessages> Accept(
      boost::asio::io_context& context, Upgrade upgrade, const Limits& limits,
      Delegate& delegate);

  // Cuts it, where it has not ended, as one that goes away (1001).
  ~WebSocketMessages();
  WebSocketMessages(const WebSocketMessages&) = delete;
  WebSocketMessages& operator=(const WebSocketMessages&) = delete;

  // Queues a message; text is UTF-8. Where too much waits, it is cut: the
  // other side takes less than it is sent.
  void Send(bool is_binary, std::string message);
  // Bytes of the messages that wait, or are on their way.
  uint64_t buffered() const;

  void Resume();

  // Of a client's opening, as of a call whose answer is the upgrade; without
  // its outcome. From the first call of the delegate on it stays as it is.
  BackendObservation::End Figures() const;

  // Closes behind what waits; before it is open, breaks it off. A code of 0
  // says nothing; otherwise one that may be sent. The reason is UTF-8 of at
  // most kMaxReason bytes.
  void Close(uint16_t code, std::string reason);
  static constexpr size_t kMaxReason = 123;
  // Ends it now. The other side is told `code`, where that takes no waiting:
  // not while a message is on its way.
  void Cut(absl::Status why, uint16_t code = kGoingAway);

 private:
  struct Impl;

  explicit WebSocketMessages(std::shared_ptr<Impl> impl);

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_MESSAGES_H_
