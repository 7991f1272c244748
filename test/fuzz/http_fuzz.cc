// Bytes as a client sends them to an HTTP server: no input may crash it, hand
// out a head that holds what could be read as another one, or be kept without
// an end.

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/base/check.h"
#include "runtime/loop/reactor.h"
#include "runtime/net/http/http_server_core.h"

namespace rt {
namespace {

// Answers each request with its body.
class Echo final : public HttpExchangeListener {
 public:
  explicit Echo(HttpExchange *exchange) : exchange_(exchange) {
    exchange->set_listener(this);
  }

  bool is_over() const { return exchange_ == nullptr; }

  void Read() {
    if (exchange_->HasBody(true)) {
      is_ready_ = true;
    } else {
      exchange_->AwaitBody(true);
    }
  }
  void AnswerIfReady() {
    if (!is_ready_ || exchange_ == nullptr) return;
    is_ready_ = false;
    exchange_->Answer({}, exchange_->TakeBody().view());
  }

 private:
  void OnBody() override { is_ready_ = true; }
  void OnRoom() override {}
  void OnHalfClosed() override {}
  void OnEnd(HttpEnd /*end*/) override { exchange_ = nullptr; }

  HttpExchange *exchange_;
  bool is_ready_ = false;
};

void Check(const RequestHead &head) {
  const absl::string_view text = head.text;
  const auto is_in = [&](absl::string_view part) {
    return part.empty() ||
           (part.data() >= text.data() &&
            part.data() + part.size() <= text.data() + text.size());
  };
  RT_CHECK(!head.method.empty() && is_in(head.method));
  RT_CHECK(!head.target.empty() && is_in(head.target));
  RT_CHECK(!(head.is_chunked && head.content_length.has_value()));
  RT_CHECK(head.method.find_first_of(" \r\n\t:") == absl::string_view::npos);
  RT_CHECK(head.target.find_first_of(" \r\n\t#") == absl::string_view::npos);
  for (const HttpField &field : head.fields) {
    RT_CHECK(is_in(field.name) && is_in(field.value));
    RT_CHECK(!field.name.empty());
    RT_CHECK(field.name.find_first_of(" \r\n\t:") == absl::string_view::npos);
    RT_CHECK(field.value.find_first_of(absl::string_view("\r\n\0", 3)) ==
             absl::string_view::npos);
  }
}

void Run(absl::string_view input) {
  // The first byte: how many bytes come at once.
  const size_t at_once = std::max<size_t>(static_cast<uint8_t>(input[0]), 1);
  input.remove_prefix(1);
  int pair[2];
  RT_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
                      pair) == 0);
  const std::shared_ptr<Reactor> reactor = Reactor::Create();
  HttpServerCore core;
  core.limits.max_header_bytes = 512;
  core.limits.max_body_bytes = 512;
  core.on_ready = [] {};
  auto poller =
      SocketPoller::Create(reactor->context(), [&core] { core.Sweep(); });
  RT_CHECK(poller.ok());
  core.poller = *std::move(poller);
  auto connection = std::make_unique<HttpConnection>(
      core, Transport(UniqueFd(pair[0]), nullptr));
  HttpConnection *const begun = connection.get();
  core.connections.emplace(begun, std::move(connection));
  begun->Begin();

  std::deque<Echo> echoes;
  const auto turn = [&] {
    core.poller->RunRound();
    while (!core.ready.empty()) {
      HttpExchange *const exchange = core.ready.front();
      core.ready.pop_front();
      Check(exchange->head());
      echoes.emplace_back(exchange).Read();
      for (Echo &echo : echoes) echo.AnswerIfReady();
    }
    for (Echo &echo : echoes) echo.AnswerIfReady();
    while (!echoes.empty() && echoes.front().is_over()) echoes.pop_front();
    RT_CHECK(echoes.size() <= 1);
    char dropped[4096];
    while (read(pair[1], dropped, sizeof(dropped)) > 0) {
    }
  };
  while (!input.empty()) {
    const absl::string_view part = input.substr(0, at_once);
    if (write(pair[1], part.data(), part.size()) < 0) break;
    input.remove_prefix(part.size());
    turn();
  }
  shutdown(pair[1], SHUT_WR);
  turn();
  turn();
  close(pair[1]);
  turn();
  RT_CHECK(core.connections.empty());
}

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // Writing to a client that is gone is an error, and no signal.
  if (size > 1) rt::Run({reinterpret_cast<const char *>(data), size});
  return 0;
}
