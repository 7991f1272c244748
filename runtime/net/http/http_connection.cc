#include "runtime/net/http/http_connection.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <utility>

#include "runtime/net/http/answer_head.h"
#include "runtime/net/http/http_server_core.h"

namespace rt {
namespace {

// Of a body that nobody takes: the client waits then.
constexpr size_t kBodyHighWater = 256 << 10;
// Of a body that nobody wanted, for the sake of the connection.
constexpr uint64_t kMostDrained = 256 << 10;
constexpr size_t kMostInput = 64 << 10;
// Of one reading that goes right into a body.
constexpr uint64_t kLeastDirect = 16 << 10;
constexpr uint64_t kMostDirect = 256 << 10;
// A body of a known length has memory for so much of it from its start, which
// costs nothing until it is written: it need not move when it grows.
constexpr uint64_t kMostReserved = 4 << 20;

}  // namespace

HttpConnection::HttpConnection(HttpServerCore& core, Transport transport)
    : core_(core),
      transport_(std::move(transport)),
      since_ns_(core.poller->now_ns()) {}

HttpConnection::~HttpConnection() = default;

void HttpConnection::Begin() {
  if (!core_.poller->Add(transport_.fd(), this)) {
    Die();
    return;
  }
  ReadInput();
}

void HttpConnection::CloseIfIdle() {
  if (phase_ == Phase::kIdle) Die();
}

void HttpConnection::SetPhase(Phase phase) {
  phase_ = phase;
  since_ns_ = core_.poller->now_ns();
}

bool HttpConnection::WaitsForContinue() const {
  return !exchange_->is_body_complete_ && exchange_->head_.expects_continue &&
         !exchange_->was_told_to_continue_;
}

bool HttpConnection::MayKeepAlive() const {
  if (exchange_->is_body_complete_) return true;
  return !WaitsForContinue() && !exchange_->head_.is_chunked &&
         exchange_->body_left_ <= kMostDrained;
}

HttpExchange::Address HttpConnection::PeerAddress() const {
  sockaddr_storage peer{};
  socklen_t size = sizeof(peer);
  if (getpeername(transport_.fd(), reinterpret_cast<sockaddr*>(&peer), &size) !=
      0) {
    return {};
  }
  using boost::asio::ip::address_v4;
  using boost::asio::ip::address_v6;
  if (peer.ss_family == AF_INET) {
    const auto* const v4 = reinterpret_cast<const sockaddr_in*>(&peer);
    return {address_v4(ntohl(v4->sin_addr.s_addr)).to_string(),
            ntohs(v4->sin_port)};
  }
  if (peer.ss_family == AF_INET6) {
    const auto* const v6 = reinterpret_cast<const sockaddr_in6*>(&peer);
    address_v6::bytes_type bytes;
    std::copy_n(v6->sin6_addr.s6_addr, bytes.size(), bytes.begin());
    return {address_v6(bytes, v6->sin6_scope_id).to_string(),
            ntohs(v6->sin6_port)};
  }
  return {};
}

// --- Reading ---

void HttpConnection::OnEvents(uint32_t events) {
  if (phase_ == Phase::kDead) return;
  // Both ways are closed, or the connection was reset.
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
    Die();
    return;
  }
  if ((events & EPOLLOUT) != 0 && !pending_.empty()) FlushPending();
  if (phase_ == Phase::kDead) return;
  if ((events & EPOLLRDHUP) != 0) is_half_closed_ = true;
  // TLS may have to write before it can read on.
  if ((events & (EPOLLIN | EPOLLRDHUP)) != 0 || transport_.has_tls()) {
    is_readable_ = true;
  }
  ReadInput();
}

bool HttpConnection::WantsInput() const {
  switch (phase_) {
    case Phase::kIdle:
    case Phase::kHead:
    case Phase::kDraining:
    case Phase::kLingering:
      return true;
    case Phase::kExchange:
      return !exchange_->is_body_complete_ &&
             (exchange_->wants_whole_ || exchange_->drops_body_ ||
              exchange_->body_.size() < kBodyHighWater);
    case Phase::kDead:
      return false;
  }
  return false;
}

void HttpConnection::ReadInput() {
  while (is_readable_ && WantsInput()) {
    const size_t direct = DirectRoom();
    char* const to =
        direct != 0 ? exchange_->body_.Extend(direct) : core_.read_buffer.get();
    const size_t most = direct != 0 ? direct : HttpServerCore::kReadBuffer;
    const ssize_t size = transport_.Read(to, most);
    if (size == Transport::kLater) {
      is_readable_ = false;
      break;
    }
    if (size == Transport::kGone) {
      Die();
      return;
    }
    if (size == Transport::kEnd) {
      is_readable_ = false;
      OnPeerEnd();
      return;
    }
    // The socket is empty then (epoll(7), question 9), but for an end.
    if (!transport_.has_tls() && !is_half_closed_ &&
        static_cast<size_t>(size) < most) {
      is_readable_ = false;
    }
    if (direct != 0) {
      TakeDirect(static_cast<size_t>(size));
      continue;
    }
    Feed(absl::string_view(core_.read_buffer.get(), static_cast<size_t>(size)));
  }
  if (phase_ == Phase::kExchange && is_half_closed_ &&
      exchange_->is_body_complete_ && !was_told_half_closed_) {
    was_told_half_closed_ = true;
    // A client that has left answers nothing more, after a minute at the
    // latest.
    transport_.KeepAsking();
    if (exchange_->listener_ != nullptr) exchange_->listener_->OnHalfClosed();
  }
}

// How many bytes may be read right into the body; 0: none, since what comes is
// to be parsed, or not much.
size_t HttpConnection::DirectRoom() const {
  if (phase_ != Phase::kExchange || exchange_->head_.is_chunked ||
      exchange_->drops_body_ || exchange_->body_left_ < kLeastDirect ||
      !input_.empty()) {
    return 0;
  }
  return static_cast<size_t>(
      std::min<uint64_t>(exchange_->body_left_, kMostDirect));
}

void HttpConnection::TakeDirect(size_t size) {
  since_ns_ = core_.poller->now_ns();
  exchange_->body_.Commit(size);
  exchange_->body_received_ += static_cast<int64_t>(size);
  exchange_->body_left_ -= size;
  if (exchange_->body_left_ == 0) CompleteBody();
  TellBody();
}

void HttpConnection::Feed(absl::string_view data) {
  if (input_.empty()) {
    const size_t used = Consume(data);
    if (phase_ != Phase::kDead)
      input_.assign(data.data() + used, data.size() - used);
    return;
  }
  input_.append(data.data(), data.size());
  ConsumeBuffered();
}

void HttpConnection::ConsumeBuffered() {
  if (input_.empty()) return;
  const size_t used = Consume(input_);
  if (phase_ == Phase::kDead) return;
  input_.erase(0, used);
  if (input_.empty() && input_.capacity() > kMostInput) input_.shrink_to_fit();
}

size_t HttpConnection::Consume(absl::string_view input) {
  size_t used = 0;
  while (used < input.size()) {
    const absl::string_view rest = input.substr(used);
    size_t taken = 0;
    switch (phase_) {
      case Phase::kIdle:
        // An empty line before a request is nothing (RFC 9112, 2.2).
        if (rest.substr(0, 2) == "\r\n") {
          used += 2;
          continue;
        }
        SetPhase(Phase::kHead);
        head_began_ns_ = since_ns_;
        scanned_ = 0;
        taken = TakeHead(rest);
        break;
      case Phase::kHead:
        taken = TakeHead(rest);
        break;
      case Phase::kExchange:
        taken = TakeBody(rest);
        break;
      case Phase::kDraining:
        taken =
            static_cast<size_t>(std::min<uint64_t>(drain_left_, rest.size()));
        drain_left_ -= taken;
        since_ns_ = core_.poller->now_ns();
        if (drain_left_ == 0) SetPhase(Phase::kIdle);
        break;
      case Phase::kLingering:
      case Phase::kDead:
        return input.size();
    }
    if (taken == 0) break;
    used += taken;
  }
  // Only now: what has come of the body with the head may be malformed.
  if (phase_ == Phase::kExchange && exchange_->listener_ == nullptr &&
      !is_queued_) {
    is_queued_ = true;
    core_.AddReady(exchange_.get());
  }
  return used;
}

size_t HttpConnection::TakeHead(absl::string_view input) {
  const size_t scanned = scanned_;
  const size_t end = RequestParser::FindHeadEnd(input, scanned_);
  if (end > core_.limits.max_header_bytes ||
      (end == 0 && input.size() > core_.limits.max_header_bytes)) {
    Refuse(431);
    return 0;
  }
  if (end != 0) return StartExchange(input.substr(0, end));
  // It may never end.
  if (RequestParser::HasBadLineEnd(input, scanned)) Refuse(400);
  return 0;
}

size_t HttpConnection::StartExchange(absl::string_view text) {
  std::unique_ptr<HttpExchange> exchange = core_.TakeExchange();
  exchange->Reset(this, head_began_ns_);
  exchange->head_.text.assign(text.data(), text.size());
  if (parser_ == nullptr) parser_ = std::move(core_.parser);
  if (parser_ == nullptr) parser_ = std::make_unique<RequestParser>();
  RequestHead& head = exchange->head_;
  int refusal = parser_->ParseHead(head, core_.limits);
  if (refusal == 0 &&
      head.content_length.value_or(0) > core_.limits.max_body_bytes) {
    refusal = 413;
  }
  if (refusal != 0) {
    core_.retired.push_back(std::move(exchange));
    Refuse(refusal);
    return 0;
  }
  exchange->body_left_ = head.content_length.value_or(0);
  if (exchange->body_left_ >= kLeastDirect) {
    exchange->body_.Reserve(
        static_cast<size_t>(std::min(exchange->body_left_, kMostReserved)));
  }
  exchange->is_body_complete_ = !head.has_body();
  // One parser serves all connections but for those that are in a chunked body.
  if (!head.is_chunked) core_.parser = std::move(parser_);
  exchange_ = std::move(exchange);
  is_answered_ = false;
  is_queued_ = false;
  was_told_half_closed_ = false;
  SetPhase(Phase::kExchange);
  return text.size();
}

size_t HttpConnection::TakeBody(absl::string_view input) {
  if (exchange_->is_body_complete_) return 0;
  since_ns_ = core_.poller->now_ns();
  if (!exchange_->head_.is_chunked) {
    const size_t size = static_cast<size_t>(
        std::min<uint64_t>(exchange_->body_left_, input.size()));
    exchange_->body_left_ -= size;
    AddToBody(input.substr(0, size));
    if (exchange_->body_left_ == 0) CompleteBody();
    TellBody();
    return size;
  }
  size_t used = 0;
  for (;;) {
    const RequestParser::Step step = parser_->ParseChunked(input.substr(used));
    used += step.consumed;
    if (step.refusal != 0) {
      Refuse(step.refusal);
      return used;
    }
    AddToBody(step.data);
    if (step.is_done) CompleteBody();
    if (step.is_done || step.data.empty()) break;
  }
  TellBody();
  return used;
}

void HttpConnection::AddToBody(absl::string_view data) {
  HttpExchange& exchange = *exchange_;
  exchange.body_received_ += static_cast<int64_t>(data.size());
  if (exchange.drops_body_) return;
  exchange.body_.Append(data);
}

void HttpConnection::CompleteBody() {
  exchange_->is_body_complete_ = true;
  if (parser_ != nullptr) core_.parser = std::move(parser_);
}

void HttpConnection::TellBody() {
  HttpExchange& exchange = *exchange_;
  if (!exchange.awaits_body_ || !exchange.HasBody(exchange.wants_whole_)) {
    return;
  }
  exchange.awaits_body_ = false;
  exchange.listener_->OnBody();
}

void HttpConnection::WantBody() {
  since_ns_ = core_.poller->now_ns();
  ConsumeBuffered();
  if (phase_ == Phase::kExchange) ReadInput();
}

}  // namespace rt
