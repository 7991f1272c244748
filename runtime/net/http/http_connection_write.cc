// What a connection writes, and how its exchanges and itself end.

#include <algorithm>
#include <utility>

#include "runtime/net/http/answer_head.h"
#include "runtime/net/http/http_connection.h"
#include "runtime/net/http/http_server_core.h"

namespace rt {
namespace {

constexpr int64_t kLingerNs = 2'000'000'000;

// RFC 6455, 4.2.2.
constexpr int kOtherWebSocket = 426;
constexpr absl::string_view kWebSocketVersion =
    "upgrade: websocket\r\nsec-websocket-version: 13\r\n";

}  // namespace

void HttpConnection::Send(absl::string_view first, absl::string_view second,
                          absl::string_view third) {
  if (phase_ == Phase::kDead) return;
  if (pending_.empty()) {
    const ssize_t written = transport_.Write(first, second, third);
    // It is told by the socket's next event, and not to who is answering.
    if (written == Transport::kGone) {
      is_broken_ = true;
      return;
    }
    size_t skip = written > 0 ? static_cast<size_t>(written) : 0;
    if (skip == first.size() + second.size() + third.size()) return;
    since_ns_ = core_.poller->now_ns();
    for (const absl::string_view text : {first, second, third}) {
      const size_t skipped = std::min(skip, text.size());
      skip -= skipped;
      pending_.append(text.data() + skipped, text.size() - skipped);
    }
    return;
  }
  for (const absl::string_view text : {first, second, third}) {
    pending_.append(text.data(), text.size());
  }
}

void HttpConnection::FlushPending() {
  size_t sent = 0;
  while (sent < pending_.size()) {
    const ssize_t written =
        transport_.Write(absl::string_view(pending_).substr(sent));
    if (written == Transport::kGone) {
      Die();
      return;
    }
    if (written == Transport::kLater) break;
    sent += static_cast<size_t>(written);
    since_ns_ = core_.poller->now_ns();
  }
  pending_.erase(0, sent);
  if (pending_.empty()) AfterFlush();
}

void HttpConnection::AfterFlush() {
  pending_.shrink_to_fit();
  if (lingers_after_flush_) {
    Linger();
    return;
  }
  if (phase_ != Phase::kExchange) return;
  if (is_answered_) {
    EndExchange();
  } else if (exchange_->awaits_room_) {
    exchange_->awaits_room_ = false;
    exchange_->listener_->OnRoom();
  }
}

void HttpConnection::OnAnswered() {
  is_answered_ = true;
  if (is_broken_) {
    Die();
  } else if (pending_.empty()) {
    EndExchange();
  }
}

void HttpConnection::EndExchange() {
  const bool keeps_alive = exchange_->keeps_alive_ && MayKeepAlive();
  const uint64_t left =
      exchange_->is_body_complete_ ? 0 : exchange_->body_left_;
  DropExchange(HttpEnd::kAnswered);
  if (!keeps_alive || core_.is_closing) {
    Linger();
    return;
  }
  drain_left_ = left;
  SetPhase(left == 0 ? Phase::kIdle : Phase::kDraining);
  ConsumeBuffered();
  ReadInput();
}

void HttpConnection::DropExchange(HttpEnd end) {
  if (exchange_ == nullptr) return;
  // Its parser has a body left.
  if (parser_ != nullptr) parser_.reset();
  std::unique_ptr<HttpExchange> exchange = std::move(exchange_);
  HttpExchangeListener* const listener = exchange->listener_;
  exchange->body_.Clear();
  if (listener == nullptr) core_.RemoveReady(exchange.get());
  core_.retired.push_back(std::move(exchange));
  if (listener != nullptr) listener->OnEnd(end);
}

void HttpConnection::Refuse(int status) {
  if (exchange_ != nullptr && exchange_->has_begun_answer_) {
    Cut();
    return;
  }
  DropExchange(HttpEnd::kRefused);
  std::string answer;
  AppendHead(answer,
             {.status = status,
              .fields = status == kOtherWebSocket ? kWebSocketVersion : ""},
             {Framing::Kind::kLength, 0}, core_.date.Now(), "close");
  // What was sent before it, such as a "continue".
  Send(answer);
  SetPhase(Phase::kLingering);
  if (!pending_.empty()) {
    lingers_after_flush_ = true;
    return;
  }
  Linger();
}

// What the client has sent and nobody read would have the kernel reset the
// connection, and the client might lose the answer: so it is read for a while.
void HttpConnection::Linger() {
  lingers_after_flush_ = false;
  if (is_broken_) {
    Die();
    return;
  }
  transport_.ShutDownWriting();
  SetPhase(Phase::kLingering);
  input_.clear();
  input_.shrink_to_fit();
  ReadInput();
}

void HttpConnection::OnPeerEnd() {
  if (phase_ == Phase::kExchange && exchange_->is_body_complete_) {
    // It may have left, or wait for the answer.
    is_half_closed_ = true;
    return;
  }
  if (phase_ == Phase::kLingering && lingers_after_flush_) return;
  Die();
}

void HttpConnection::Cut() {
  if (phase_ == Phase::kDead) return;
  transport_.ResetOnClose();
  Die();
}

void HttpConnection::Die() {
  if (phase_ == Phase::kDead) return;
  phase_ = Phase::kDead;
  core_.poller->Remove(transport_.fd(), this);
  DropExchange(HttpEnd::kGone);
  core_.Bury(this);
}

AcceptedSocket HttpConnection::GiveAway() {
  core_.poller->Remove(transport_.fd(), this);
  AcceptedSocket given = transport_.Release();
  given.early = std::move(input_);
  phase_ = Phase::kDead;
  DropExchange(HttpEnd::kAnswered);
  core_.Bury(this);
  return given;
}

void HttpConnection::Tick(int64_t now_ns) {
  const HttpLimits& limits = core_.limits;
  const int64_t waited_ns = now_ns - since_ns_;
  if (!pending_.empty()) {
    if (waited_ns > limits.body_timeout_ns) Cut();
    return;
  }
  switch (phase_) {
    case Phase::kIdle:
      if (waited_ns > limits.idle_timeout_ns) Die();
      return;
    case Phase::kHead:
      if (waited_ns > limits.header_timeout_ns) Refuse(408);
      return;
    case Phase::kExchange:
      if (exchange_->awaits_body_ && waited_ns > limits.body_timeout_ns) {
        Refuse(408);
      }
      return;
    case Phase::kDraining:
      if (waited_ns > limits.body_timeout_ns) Die();
      return;
    case Phase::kLingering:
      if (waited_ns > kLingerNs) Die();
      return;
    case Phase::kDead:
      return;
  }
}

}  // namespace rt
