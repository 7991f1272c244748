#ifndef RUNTIME_NET_WEBSOCKET_STREAM_H_
#define RUNTIME_NET_WEBSOCKET_STREAM_H_

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/strings/string_view.h"
#include "runtime/net/accepted_socket.h"
#include "runtime/net/tcp_or_tls.h"
#include "runtime/net/websocket_field.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// Beast's WebSocket over TCP, with or without TLS behind one interface: so its
// templates are compiled in one file. Not for users of runtime/net.
//
// Each function starts one operation, whose `done` is called on the thread of
// the stream's io_context. The stream lives, and what it is given stays as it
// is, until then: that is the caller's to see to. A reading, a writing and a
// closing operation may be under way at once.
class WebSocketStream {
 public:
  using Error = TcpOrTls::Error;
  using Done = TcpOrTls::Done;
  using DoneSome = TcpOrTls::DoneSome;
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  using Response =
      boost::beast::http::response<boost::beast::http::string_body>;

  struct Settings {
    // Of a message that comes. One that is larger ends the reading, and the
    // other side is told why (1009).
    size_t max_message = kMaxMessage;
    // A side that is silent for half of this is asked by a ping whether it is
    // there. 0: it is never asked.
    std::chrono::milliseconds silence{30'000};
    // A message that is larger than kFragment is written in several frames:
    // what the other side asks by a ping is answered between them.
    bool fragments = false;
  };

  using TlsContext = TcpOrTls::TlsContext;
  static std::unique_ptr<WebSocketStream> Create(
      boost::asio::ip::tcp::socket socket, TlsContext tls,
      const Settings& settings);
  // Whose client asks for the upgrade: Accept() comes next.
  static std::unique_ptr<WebSocketStream> Create(
      boost::asio::io_context& context, AcceptedSocket accepted,
      const Settings& settings);

  virtual ~WebSocketStream() = default;

  // What is below, for connecting and for the limits of time until Upgrade() or
  // Accept().
  virtual boost::beast::tcp_stream& tcp() = 0;

  // A client's: the server's certificate is to be for `host`.
  virtual Error ExpectHost(const std::string& host) = 0;
  virtual void ClientTls(Done done) = 0;
  // Why ClientTls() does not trust the server's certificate; empty where that
  // is not what failed.
  virtual std::string CertificateProblem() = 0;
  // Asks for the upgrade. `host` and `fields` are of the request's head. The
  // answer is in `response`; to HeadSizes() both heads count once they are
  // there.
  virtual void Upgrade(const std::string& host, const std::string& target,
                       std::vector<WebSocketField> fields, Response& response,
                       Done done) = 0;

  // Of the heads of Upgrade(), with the empty line, in bytes.
  struct HeadSizes {
    int64_t request = 0;
    int64_t response = 0;
  };
  virtual HeadSizes head_sizes() const = 0;

  virtual void ServerTls(Done done) = 0;
  // Reads a request with a head of at most kMaxHead bytes, and no body.
  virtual void ReadRequest(Request& request, Done done) = 0;
  virtual void Refuse(Response& response, Done done) = 0;
  // `fields` are added to the answer's head.
  virtual void Accept(const Request& request,
                      std::vector<WebSocketField> fields, Done done) = 0;

  // After Upgrade() or Accept().
  //
  // Whenever the other side's close has come, before the reading that it ends
  // is done. Not to destroy the stream.
  virtual void OnCloseFrame(absl::AnyInvocable<void()> callback) = 0;
  virtual void ReadSome(boost::asio::mutable_buffer buffer, DoneSome done) = 0;
  // The message that is read is of bytes, and not of text.
  virtual bool IsBinary() const = 0;
  // What was read was the last part of its message.
  virtual bool IsMessageDone() const = 0;
  // One message of all buffers.
  virtual void Write(bool is_binary,
                     const std::vector<boost::asio::const_buffer>& buffers,
                     Done done) = 0;
  // Says that nothing more will come, and waits for the other side to say so. A
  // code of 0, and then no reason, says nothing else. It is on its way when
  // this returns, where the kernel takes it at once and nothing else is being
  // written.
  virtual void Close(uint16_t code, absl::string_view reason, Done done) = 0;
  // The other side's word on why it closed; 0 and empty where it gave none.
  virtual uint16_t CloseCode() const = 0;
  virtual std::string CloseReason() const = 0;

  static constexpr uint16_t kNormalClose = 1000;
  static constexpr size_t kFragment = 64 << 10;
  static constexpr size_t kMaxHead = 8 << 10;
  static constexpr size_t kMaxMessage = (size_t{1} << 30) + (4 << 20);
};

}  // namespace rt

#endif  // RUNTIME_NET_WEBSOCKET_STREAM_H_
