#ifndef RUNTIME_NET_TEST_PEERS_H_
#define RUNTIME_NET_TEST_PEERS_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "runtime/base/unique_fd.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/net/websocket_client.h"
#include "runtime/net/websocket_connection.h"
#include "runtime/net/websocket_server.h"
#include "test/support/temp_folder.h"

// What the tests of WebSockets have at the two sides of one.

namespace rt {

inline constexpr char kTestToken[] = "opens-the-door";

// A connection and what it told.
class TestSide : public WebSocketConnection::Delegate {
 public:
  explicit TestSide(IoThread& io) : io_(io) {}
  ~TestSide() override;

  // On the thread.
  void Take(std::unique_ptr<WebSocketConnection> connection);
  void Fail(absl::Status status);

  // OK where it opened; else why it did not.
  absl::Status WaitForOpen();
  void Send(std::string bytes);
  bool IsFull();
  void Finish();
  // Cuts the connection.
  void Drop();
  // Until so many bytes have come.
  std::string WaitForBytes(size_t size);
  absl::Status WaitForEnd();
  void WaitForRoom() { room_.WaitForNotification(); }
  void WaitForFinish() { finished_.WaitForNotification(); }

 private:
  absl::Status OnBytes(absl::string_view bytes) override;
  void OnRoom() override;
  void OnFinished() override { finished_.Notify(); }
  void OnEnd(absl::Status status) override;

  IoThread& io_;
  std::unique_ptr<WebSocketConnection> connection_;
  absl::Status open_status_;
  absl::Status end_status_;
  absl::Notification opened_;
  absl::Notification ended_;
  absl::Notification room_;
  absl::Notification finished_;
  absl::Mutex mutex_;
  std::string bytes_;
};

// A server on a free port, and the one client that it accepts.
class TestServer {
 public:
  explicit TestServer(
      std::optional<WebSocketServer::TlsFiles> tls = std::nullopt);
  ~TestServer();

  uint16_t port() const { return server_->at().port; }
  WebSocketUrl Url(const std::string& host = "127.0.0.1") const;
  TestSide& side() { return side_; }

 private:
  const std::unique_ptr<IoThread> io_;
  const bool is_secure_;
  TestSide side_;
  std::unique_ptr<WebSocketServer> server_;
};

class TestClient {
 public:
  explicit TestClient(WebSocketClient::Options options);
  explicit TestClient(WebSocketUrl url)
      : TestClient(WebSocketClient::Options{.url = std::move(url),
                                            .token = kTestToken}) {}
  ~TestClient();

  TestSide& side() { return side_; }

 private:
  const std::unique_ptr<IoThread> io_;
  TestSide side_;
  std::unique_ptr<WebSocketClient> client_;
};

// A plain socket to 127.0.0.1.
UniqueFd ConnectRaw(uint16_t port);
// As far as the other side takes it.
void SendRaw(int fd, const std::string& bytes);
// All that comes until the other side closes.
std::string ReadToEnd(int fd);

// A certificate that signs itself, for "localhost" and no address, and its key:
// files in a folder that lives as long.
class TestCertificate {
 public:
  TestCertificate();

  WebSocketServer::TlsFiles files() const;
  // What a client has to trust: the text of the certificate's file.
  std::string roots() const;

 private:
  const TempFolder folder_;
};

}  // namespace rt

#endif  // RUNTIME_NET_TEST_PEERS_H_
