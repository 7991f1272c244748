#include "runtime/net/test_peers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {

TestSide::~TestSide() { Drop(); }

void TestSide::Take(std::unique_ptr<WebSocketConnection> connection) {
  connection_ = std::move(connection);
  connection_->Start(*this);
  opened_.Notify();
}

void TestSide::Fail(absl::Status status) {
  open_status_ = std::move(status);
  opened_.Notify();
}

absl::Status TestSide::WaitForOpen() {
  opened_.WaitForNotification();
  return open_status_;
}

void TestSide::Send(std::string bytes) {
  io_.Run([&] { connection_->Send(std::move(bytes)); });
}

bool TestSide::IsFull() {
  bool is_full = false;
  io_.Run([&] { is_full = connection_->IsFull(); });
  return is_full;
}

void TestSide::Finish() {
  io_.Run([this] { connection_->Finish(); });
}

void TestSide::Drop() {
  io_.Run([this] { connection_.reset(); });
}

std::string TestSide::WaitForBytes(size_t size) {
  absl::MutexLock lock(&mutex_);
  const auto have = [&] { return bytes_.size() >= size; };
  mutex_.Await(absl::Condition(&have));
  return bytes_;
}

absl::Status TestSide::WaitForEnd() {
  ended_.WaitForNotification();
  return end_status_;
}

absl::Status TestSide::OnBytes(absl::string_view bytes) {
  absl::MutexLock lock(&mutex_);
  bytes_.append(bytes.data(), bytes.size());
  return absl::OkStatus();
}

void TestSide::OnRoom() {
  if (!room_.HasBeenNotified()) room_.Notify();
}

void TestSide::OnEnd(absl::Status status) {
  end_status_ = std::move(status);
  ended_.Notify();
}

TestServer::TestServer(std::optional<WebSocketServer::TlsFiles> tls)
    : io_(*IoThread::Start("test server")),
      is_secure_(tls.has_value()),
      side_(*io_) {
  io_->Run([&] {
    auto server = WebSocketServer::Listen(
        io_->context(),
        {.at = {.host = "127.0.0.1"},
         .tls = std::move(tls),
         .token = kTestToken},
        [this](std::unique_ptr<WebSocketConnection> connection) {
          side_.Take(std::move(connection));
        });
    RT_CHECK(server.ok());
    server_ = *std::move(server);
  });
}

TestServer::~TestServer() {
  io_->Run([this] { server_.reset(); });
}

WebSocketUrl TestServer::Url(const std::string& host) const {
  return {.is_secure = is_secure_, .at = {.host = host, .port = port()}};
}

TestClient::TestClient(WebSocketClient::Options options)
    : io_(*IoThread::Start("test client")), side_(*io_) {
  io_->Run([&] {
    client_ = std::make_unique<WebSocketClient>(
        io_->context(), std::move(options),
        [this](absl::StatusOr<std::unique_ptr<WebSocketConnection>> opened) {
          if (opened.ok()) {
            side_.Take(*std::move(opened));
          } else {
            side_.Fail(opened.status());
          }
        });
  });
}

TestClient::~TestClient() {
  io_->Run([this] { client_.reset(); });
}

UniqueFd ConnectRaw(uint16_t port) {
  UniqueFd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  RT_CHECK(RetryOnEintr([&] {
             return connect(fd.get(),
                            reinterpret_cast<const sockaddr*>(&address),
                            sizeof(address));
           }) == 0);
  return fd;
}

void SendRaw(int fd, const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t size = RetryOnEintr([&] {
      return send(fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    });
    if (size < 0) return;
    sent += static_cast<size_t>(size);
  }
}

std::string ReadToEnd(int fd) {
  std::string all;
  char bytes[4096];
  for (;;) {
    const ssize_t size =
        RetryOnEintr([&] { return read(fd, bytes, sizeof(bytes)); });
    if (size <= 0) return all;
    all.append(bytes, static_cast<size_t>(size));
  }
}

TestCertificate::TestCertificate() {
  const std::string command = absl::StrCat(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "
      "-days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost "
      "-keyout ",
      files().key, " -out ", files().certificate, " 2>/dev/null");
  RT_CHECK(system(command.c_str()) == 0);
}

WebSocketServer::TlsFiles TestCertificate::files() const {
  return {.certificate = absl::StrCat(folder_.path(), "/cert.pem"),
          .key = absl::StrCat(folder_.path(), "/key.pem")};
}

std::string TestCertificate::roots() const {
  return ReadFile(files().certificate);
}

}  // namespace rt
