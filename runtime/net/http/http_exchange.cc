#include "runtime/net/http/http_exchange.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/net/http/http_connection.h"
#include "runtime/net/http/http_server_core.h"

namespace rt {
namespace {

// What is in one buffer with its head: copying it costs less than a second part
// for the kernel.
constexpr size_t kCopied = 16 << 10;

constexpr int kSwitchingProtocols = 101;

}  // namespace

void HttpExchange::Reset(HttpConnection* connection, int64_t start_ns) {
  connection_ = connection;
  listener_ = nullptr;
  start_ns_ = start_ns;
  body_.Clear();
  body_left_ = 0;
  body_received_ = 0;
  is_body_complete_ = false;
  awaits_body_ = false;
  wants_whole_ = false;
  drops_body_ = false;
  was_told_to_continue_ = false;
  has_begun_answer_ = false;
  awaits_room_ = false;
  framing_ = {};
  answer_bytes_ = 0;
  status_ = 0;
}

bool HttpExchange::is_secure() const { return connection_->has_tls(); }

bool HttpExchange::is_half_closed() const {
  return connection_->is_half_closed();
}

bool HttpExchange::is_broken() const { return connection_->is_broken(); }

HttpExchange::Address HttpExchange::PeerAddress() const {
  return connection_->PeerAddress();
}

void HttpExchange::AwaitBody(bool whole) {
  awaits_body_ = true;
  wants_whole_ = whole;
  if (whole && !head_.is_chunked) {
    body_.Reserve(body_.size() + static_cast<size_t>(body_left_));
  }
  if (head_.expects_continue && !was_told_to_continue_ && !has_begun_answer_ &&
      body_received_ == 0) {
    was_told_to_continue_ = true;
    connection_->Send("HTTP/1.1 100 Continue\r\n\r\n");
  }
  connection_->WantBody();
}

BodyBuffer HttpExchange::TakeBody() {
  return std::exchange(body_, BodyBuffer());
}

void HttpExchange::DropBody() {
  drops_body_ = true;
  awaits_body_ = false;
  body_.Clear();
  if (!is_body_complete_) connection_->WantBody();
}

bool HttpExchange::SendsNoBody(int status) const {
  return HasNoBody(status) || head_.method == "HEAD";
}

// Also decides whether the connection goes on. An answer that is not whole may
// be made of what is still to come of the request's body: then the end tells.
absl::string_view HttpExchange::ConnectionField(const AnswerHead& head,
                                                bool is_whole) {
  keeps_alive_ = head_.keeps_alive && !head.closes && !core_.is_closing &&
                 framing_.kind != Framing::Kind::kUntilClose &&
                 (is_whole ? connection_->MayKeepAlive()
                           : !connection_->WaitsForContinue());
  if (!keeps_alive_) return "close";
  return head_.is_http11 ? "" : "keep-alive";
}

void HttpExchange::Answer(const AnswerHead& head, absl::string_view body) {
  if (body.size() <= kCopied || SendsNoBody(head.status)) {
    Answer(head, body.size(), [body](char* to) { body.copy(to, body.size()); });
    return;
  }
  Begin(head, body.size());
  Send(body);
  End();
}

void HttpExchange::Answer(const AnswerHead& head, size_t size,
                          absl::FunctionRef<void(char* to)> fill) {
  status_ = head.status;
  has_begun_answer_ = true;
  framing_ = {
      HasNoBody(head.status) ? Framing::Kind::kNothing : Framing::Kind::kLength,
      size};
  std::string& out = core_.out;
  out.clear();
  const absl::string_view connection = ConnectionField(head, true);
  AppendHead(out, head, framing_, core_.date.Now(), connection);
  if (!SendsNoBody(head.status) && size != 0) {
    const size_t at = out.size();
    out.resize(at + size);
    fill(out.data() + at);
    answer_bytes_ = static_cast<int64_t>(size);
  }
  connection_->Send(out);
  connection_->OnAnswered();
}

void HttpExchange::Begin(const AnswerHead& head,
                         std::optional<uint64_t> length) {
  status_ = head.status;
  has_begun_answer_ = true;
  if (HasNoBody(head.status)) {
    framing_ = {Framing::Kind::kNothing, 0};
  } else if (length.has_value()) {
    framing_ = {Framing::Kind::kLength, *length};
  } else if (head_.is_http11) {
    framing_ = {Framing::Kind::kChunked, 0};
  } else {
    framing_ = {Framing::Kind::kUntilClose, 0};
  }
  std::string& out = core_.out;
  out.clear();
  const absl::string_view connection = ConnectionField(head, false);
  AppendHead(out, head, framing_, core_.date.Now(), connection);
  if (SendsNoBody(head.status)) framing_ = {Framing::Kind::kNothing, 0};
  connection_->Send(out);
}

bool HttpExchange::Send(absl::string_view part) {
  // An empty chunk would end the body.
  if (part.empty()) return true;
  switch (framing_.kind) {
    case Framing::Kind::kNothing:
      return true;
    case Framing::Kind::kLength:
      // What is beyond is no part of this answer.
      part = part.substr(0, framing_.length);
      framing_.length -= part.size();
      connection_->Send(part);
      break;
    case Framing::Kind::kUntilClose:
      connection_->Send(part);
      break;
    case Framing::Kind::kChunked:
      connection_->Send(absl::StrCat(absl::Hex(part.size()), "\r\n"), part,
                        "\r\n");
      break;
  }
  answer_bytes_ += static_cast<int64_t>(part.size());
  awaits_room_ = connection_->has_pending();
  return !awaits_room_;
}

bool HttpExchange::End() {
  if (framing_.kind == Framing::Kind::kLength && framing_.length != 0) {
    Abort();
    return false;
  }
  if (framing_.kind == Framing::Kind::kChunked) connection_->Send("0\r\n\r\n");
  connection_->OnAnswered();
  return true;
}

void HttpExchange::Abort() { connection_->Cut(); }

AcceptedSocket HttpExchange::Upgrade() {
  status_ = kSwitchingProtocols;
  has_begun_answer_ = true;
  return connection_->GiveAway();
}

}  // namespace rt
