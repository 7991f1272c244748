#ifndef RUNTIME_NET_TCP_OR_TLS_H_
#define RUNTIME_NET_TCP_OR_TLS_H_

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/system/error_code.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "runtime/net/accepted_socket.h"

namespace rt {

// TCP, with or without TLS, as one type for Beast to work on: what Beast makes
// of it is compiled once, and not again for what TLS is made of. A model of
// Asio's AsyncReadStream and AsyncWriteStream, with what Beast's WebSockets
// want of a layer below them. Not for users of runtime/net.
//
// Handlers are called on the thread of the socket's io_context, which is one:
// what else Asio associates with a handler is not kept.
class TcpOrTls {
 public:
  using Error = boost::system::error_code;
  using Done = absl::AnyInvocable<void(Error)>;
  using DoneSome = absl::AnyInvocable<void(Error, size_t)>;
  // Null: without TLS.
  using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

  TcpOrTls(boost::asio::ip::tcp::socket socket, TlsContext tls);
  // What somebody else accepted, and shook hands on.
  TcpOrTls(const boost::asio::any_io_executor& executor,
           AcceptedSocket accepted);
  ~TcpOrTls();

  // What is below, for connecting and for limits of time.
  boost::beast::tcp_stream& tcp();

  // A client's: the server's certificate is to be for `host`.
  Error ExpectHost(const std::string& host);
  // Without TLS there is nothing to do: `done` is called at once.
  void Handshake(boost::asio::ssl::stream_base::handshake_type role, Done done);
  // What OpenSSL found wrong with the peer's certificate, and what to do;
  // empty if nothing.
  std::string CertificateProblem();

  // --- For Beast ---

  using executor_type = boost::beast::tcp_stream::executor_type;
  executor_type get_executor() { return tcp().get_executor(); }

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, size_t)>(
        [this](auto handler, const Buffers& into) {
          ReadSome({boost::asio::buffer_sequence_begin(into),
                    boost::asio::buffer_sequence_end(into)},
                   std::move(handler));
        },
        token, buffers);
  }

  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, size_t)>(
        [this](auto handler, const Buffers& from) {
          WriteSome({boost::asio::buffer_sequence_begin(from),
                     boost::asio::buffer_sequence_end(from)},
                    std::move(handler));
        },
        token, buffers);
  }

  // The end of a WebSocket: of TLS, where it is there, and of the connection.
  // boost/beast/websocket/teardown.hpp. Never fails: both sides have said by
  // then what they had to say, and a peer that just hangs up, as many do under
  // TLS, or that waits for this side to do so, takes nothing back.
  template <typename Handler>
  friend void async_teardown(boost::beast::role_type role, TcpOrTls& stream,
                             Handler&& handler) {
    stream.TearDown(role, std::forward<Handler>(handler));
  }

  // boost/beast/core/stream_traits.hpp, close_socket().
  friend void beast_close_socket(TcpOrTls& stream) { stream.tcp().close(); }

 private:
  struct Plain;
  struct Tls;

  void ReadSome(const std::vector<boost::asio::mutable_buffer>& buffers,
                DoneSome done);
  void WriteSome(const std::vector<boost::asio::const_buffer>& buffers,
                 DoneSome done);
  void TearDown(boost::beast::role_type role, Done done);

  // One of them.
  std::unique_ptr<Plain> plain_;
  std::unique_ptr<Tls> tls_;
  // Read before anything else.
  std::string early_;
};

}  // namespace rt

#endif  // RUNTIME_NET_TCP_OR_TLS_H_
