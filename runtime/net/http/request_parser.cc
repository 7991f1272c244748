#include "runtime/net/http/request_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "runtime/net/http/head_checks.h"
#include "runtime/net/http/websocket_request.h"

namespace rt {
namespace {

namespace http = boost::beast::http;
using boost::beast::string_view;
using Error = boost::beast::error_code;

absl::string_view View(string_view text) { return {text.data(), text.size()}; }

// All there is between two chunks: a size, extensions, line ends.
constexpr size_t kMaxChunkHeader = 1024;
// Of 64 bits.
constexpr size_t kMaxSizeDigits = 16;
// Of all chunks of a body.
constexpr size_t kMaxExtensions = 16 << 10;

class Parser final : public http::basic_parser<true> {
 public:
  Parser(RequestHead& head, size_t max_fields)
      : head_(head), max_fields_(max_fields) {}

  bool has_too_many() const { return has_too_many_; }
  bool has_chunks() const { return has_chunks_; }
  absl::string_view TakeData() {
    return std::exchange(data_, absl::string_view());
  }

 private:
  void on_request_impl(http::verb /*verb*/, string_view method,
                       string_view target, int version,
                       Error& /*error*/) override {
    head_.method = View(method);
    head_.target = View(target);
    head_.is_http11 = version == 11;
  }
  void on_field_impl(http::field /*field*/, string_view name, string_view value,
                     Error& error) override {
    // Of the trailer, which nobody asks for.
    if (is_header_done_) return;
    if (head_.fields.size() == max_fields_) {
      has_too_many_ = true;
      error = http::error::header_limit;
      return;
    }
    head_.fields.push_back({View(name), View(value)});
  }
  void on_header_impl(Error& /*error*/) override { is_header_done_ = true; }
  void on_chunk_header_impl(uint64_t /*size*/, string_view extensions,
                            Error& error) override {
    has_chunks_ = true;
    extensions_ += extensions.size();
    if (extensions.size() > kMaxChunkHeader || extensions_ > kMaxExtensions) {
      error = http::error::bad_chunk_extension;
    }
  }
  size_t on_chunk_body_impl(uint64_t /*left*/, string_view body,
                            Error& /*error*/) override {
    data_ = View(body);
    return body.size();
  }
  void on_finish_impl(Error& /*error*/) override {}

  // Of responses, and of bodies that are not chunked.
  void on_response_impl(int /*status*/, string_view /*reason*/, int /*version*/,
                        Error& /*error*/) override {}
  void on_body_init_impl(const boost::optional<uint64_t>& /*length*/,
                         Error& /*error*/) override {}
  size_t on_body_impl(string_view body, Error& /*error*/) override {
    return body.size();
  }

  RequestHead& head_;
  const size_t max_fields_;
  bool has_too_many_ = false;
  bool is_header_done_ = false;
  bool has_chunks_ = false;
  size_t extensions_ = 0;
  absl::string_view data_;
};

// Whether `text` can still become what stands between two chunks. Beast looks
// at it when it is whole: what is wrong by then is no reason to wait for more.
bool MayBecomeChunk(absl::string_view text, bool is_first) {
  if (!is_first) {
    for (const char expected : {'\r', '\n'}) {
      if (text.empty()) return true;
      if (text[0] != expected) return false;
      text.remove_prefix(1);
    }
  }
  const size_t size =
      std::find_if_not(text.begin(), text.end(),
                       [](char c) { return absl::ascii_isxdigit(c); }) -
      text.begin();
  if (size == text.size()) return size <= kMaxSizeDigits;
  return size > 0 && absl::StrContains("\r; \t", text[size]);
}

int RefusalOf(const Error& error) {
  if (error == http::error::header_limit) return 431;
  if (error == http::error::body_limit) return 413;
  return 400;
}

}  // namespace

struct RequestParser::Impl {
  std::optional<Parser> parser;
  size_t max_trailer = 0;
};

RequestParser::RequestParser() : impl_(std::make_unique<Impl>()) {}
RequestParser::~RequestParser() = default;

size_t RequestParser::FindHeadEnd(absl::string_view input, size_t& scanned) {
  // The empty line may have begun in what was scanned.
  const size_t from = scanned > 3 ? scanned - 3 : 0;
  const size_t at = input.find("\r\n\r\n", from);
  scanned = input.size();
  return at == absl::string_view::npos ? 0 : at + 4;
}

bool RequestParser::HasBadLineEnd(absl::string_view input, size_t scanned) {
  // The last byte scanned may have been a CR.
  for (size_t i = scanned == 0 ? 0 : scanned - 1; i < input.size(); ++i) {
    const char c = input[i];
    if (c == '\0') return true;
    if (c == '\n' && (i == 0 || input[i - 1] != '\r')) return true;
    if (c == '\r' && i + 1 < input.size() && input[i + 1] != '\n') return true;
  }
  return false;
}

int RequestParser::ParseHead(RequestHead& head, const HttpLimits& limits) {
  head.fields.clear();
  head.host = {};
  head.content_length.reset();
  head.is_chunked = false;
  head.expects_continue = false;
  head.names_loop = false;
  if (const int status = CheckHeadText(head.text); status != 0) return status;

  Parser& parser = impl_->parser.emplace(head, limits.max_fields);
  parser.header_limit(static_cast<uint32_t>(limits.max_header_bytes));
  parser.body_limit(limits.max_body_bytes);
  impl_->max_trailer = limits.max_header_bytes;
  Error error;
  const size_t used = parser.put(boost::asio::buffer(head.text), error);
  if (parser.has_too_many()) return 431;
  if (error) return RefusalOf(error);
  if (used != head.text.size() || !parser.is_header_done()) return 400;
  if (const int status = CheckFields(head); status != 0) return status;
  // The two have read the same of it.
  if (parser.chunked() != head.is_chunked) return 400;
  head.keeps_alive = parser.keep_alive();
  head.asks_for_upgrade = parser.upgrade() && head.is_http11;
  head.asks_for_websocket = false;
  return head.asks_for_upgrade ? CheckWebSocketRequest(head) : 0;
}

RequestParser::Step RequestParser::ParseChunked(absl::string_view input) {
  Parser& parser = *impl_->parser;
  Step step;
  while (step.data.empty() && !parser.is_done()) {
    const absl::string_view rest = input.substr(step.consumed);
    // Beast would say neither that it needs more nor that it has any.
    if (rest.empty()) break;
    Error error;
    const size_t used =
        parser.put(boost::asio::buffer(rest.data(), rest.size()), error);
    step.consumed += used;
    step.data = parser.TakeData();
    if (error == http::error::need_more) {
      // The trailer is parsed whole, behind the last chunk's header.
      const bool is_trailer = !rest.empty() && rest.find("0") <= 2;
      const size_t most =
          is_trailer ? impl_->max_trailer : size_t{kMaxChunkHeader};
      if (rest.size() - used > most) step.refusal = is_trailer ? 431 : 400;
      if (!MayBecomeChunk(rest.substr(used), !parser.has_chunks())) {
        step.refusal = 400;
      }
      break;
    }
    if (error) {
      step.refusal = RefusalOf(error);
      break;
    }
  }
  step.is_done = parser.is_done();
  return step;
}

}  // namespace rt
