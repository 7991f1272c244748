#include "runtime/net/test_fed_websocket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "runtime/base/check.h"
#include "runtime/base/unique_fd.h"
#include "runtime/net/websocket_messages.h"

namespace rt {
namespace {

constexpr size_t kMaxMessage = 300;

// The well-formed sequences of the Unicode Standard, table 3-7.
bool IsUtf8(absl::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : 0;
  };
  for (size_t i = 0; i < text.size();) {
    const int first = byte(i++);
    if (first < 0x80) continue;
    if (first < 0xc2 || first > 0xf4) return false;
    const int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (byte(i) < least || byte(i) > most) return false;
    const int more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    for (int k = 1; k < more; ++k) {
      if (byte(i + k) < 0x80 || byte(i + k) > 0xbf) return false;
    }
    i += more;
  }
  return true;
}

// Sends each message back, takes every other one late, and closes after the
// one that says so.
class Echo final : public WebSocketMessages::Delegate {
 public:
  Echo(boost::asio::io_context &context, UniqueFd fd) : context_(context) {
    messages_ = WebSocketMessages::Accept(
        context,
        {.socket = {.fd = std::move(fd)},
         .peer = "the client",
         .key = "dGhlIHNhbXBsZSBub25jZQ=="},
        {.max_message = kMaxMessage, .max_queue = 1 << 10, .silence_ms = 0},
        *this);
  }

  bool has_ended() const { return has_ended_; }

 private:
  void OnOpen(std::string protocol) override {
    RT_CHECK(!is_open_ && protocol.empty());
    is_open_ = true;
  }

  bool OnMessage(bool is_binary, std::string message) override {
    RT_CHECK(is_open_ && !is_closing_ && !has_ended_);
    RT_CHECK(message.size() <= kMaxMessage);
    RT_CHECK(is_binary || IsUtf8(message));
    if (!is_binary && message == "close") messages_->Close(3000, message);
    messages_->Send(is_binary, std::move(message));
    if (has_ended_) return true;
    is_late_ = !is_late_;
    if (is_late_) {
      boost::asio::post(context_, [this] {
        if (!has_ended_) messages_->Resume();
      });
    }
    return !is_late_;
  }

  void OnClosing() override {
    RT_CHECK(is_open_ && !is_closing_ && !has_ended_);
    is_closing_ = true;
  }

  void OnEnd(WebSocketMessages::End end) override {
    RT_CHECK(!has_ended_);
    has_ended_ = true;
    RT_CHECK(end.was_clean == end.status.ok());
    RT_CHECK(end.reason.size() <= WebSocketMessages::kMaxReason);
    RT_CHECK(IsUtf8(end.reason));
    const bool may_be_sent =
        end.code >= 1000 && end.code < 5000 && end.code != 1006;
    RT_CHECK(end.was_clean ? may_be_sent
                           : end.code == WebSocketMessages::kNoClose);
  }

  boost::asio::io_context &context_;
  bool is_open_ = false;
  bool is_late_ = false;
  bool is_closing_ = false;
  bool has_ended_ = false;
  std::unique_ptr<WebSocketMessages> messages_;
};

}  // namespace

void FeedWebSocket(absl::string_view input, size_t at_once) {
  int pair[2];
  RT_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
                      pair) == 0);
  UniqueFd client(pair[1]);
  boost::asio::io_context context(1);
  std::optional<Echo> echo;
  echo.emplace(context, UniqueFd(pair[0]));
  const auto turn = [&] {
    context.restart();
    const size_t ran = context.poll();
    char dropped[4096];
    bool has_read = false;
    while (client.valid() && read(client.get(), dropped, sizeof(dropped)) > 0) {
      has_read = true;
    }
    return ran != 0 || has_read;
  };
  turn();
  while (!input.empty() && !echo->has_ended()) {
    const absl::string_view part = input.substr(0, at_once);
    const ssize_t written =
        send(client.get(), part.data(), part.size(), MSG_NOSIGNAL);
    if (written < 0) break;
    input.remove_prefix(static_cast<size_t>(written));
    turn();
  }
  shutdown(client.get(), SHUT_WR);
  while (turn()) {
  }
  RT_CHECK(echo->has_ended());
  echo.reset();
  client = UniqueFd();
  while (turn()) {
  }
}

}  // namespace rt
