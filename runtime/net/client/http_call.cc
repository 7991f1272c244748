#include "runtime/net/client/http_call.h"

#include <curl/curl.h>

#include <utility>

#include "runtime/base/clock.h"
#include "runtime/net/client/call_phases.h"
#include "runtime/net/client/curl_error.h"
#include "runtime/net/client/curl_multi.h"
#include "runtime/net/client/curl_request.h"
#include "runtime/net/client/head_reader.h"
#include "runtime/net/client/request_body.h"

namespace rt {
namespace {

int64_t Figure(CURL* handle, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

int64_t Count(CURL* handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

}  // namespace

class HttpCall::Impl : public CurlTransfer {
 public:
  Impl(CurlMulti& multi, const std::string& roots, HttpRequest request,
       Delegate& delegate)
      : multi_(multi),
        delegate_(delegate),
        request_(std::move(request)),
        start_ns_(MonotonicNanos()),
        handle_(multi.TakeHandle()) {
    headers_ = SetRequest(handle_, request_, roots);
    Set(CURLOPT_PRIVATE, static_cast<CurlTransfer*>(this));
    Set(CURLOPT_ERRORBUFFER, error_text_);
    Set(CURLOPT_HEADERFUNCTION, &OnHeaderLine);
    Set(CURLOPT_HEADERDATA, this);
    Set(CURLOPT_WRITEFUNCTION, &OnBodyPart);
    Set(CURLOPT_WRITEDATA, this);
    Set(CURLOPT_READFUNCTION, &OnReadBody);
    Set(CURLOPT_READDATA, this);
    multi_.Add(handle_);
  }

  ~Impl() override {
    if (handle_ == nullptr) return;
    if (!is_done_) multi_.Remove(handle_);
    multi_.GiveBack(handle_);
  }

  void Resume() {
    if (is_done_ || !reading_waits_) return;
    reading_waits_ = false;
    Continue();
  }

  void Write(HttpRequest::Bytes part) {
    if (is_done_) return;
    const bool was_starved = body_.IsStarved();
    body_.Write(std::move(part));
    if (was_starved) Continue();
  }

  BackendObservation::End Figures() const {
    BackendObservation::End figures;
    figures.status = head_.is_done() ? head_.status() : 0;
    figures.phases = CallPhases(handle_);
    figures.total_ns = (is_done_ ? end_ns_ : MonotonicNanos()) - start_ns_;
    figures.response_header_bytes = Count(handle_, CURLINFO_HEADER_SIZE);
    figures.response_body_bytes = Figure(handle_, CURLINFO_SIZE_DOWNLOAD_T);
    // Of a stream, curl counts its chunks' borders too.
    figures.request_body_bytes = request_.stream
                                     ? body_.size_taken()
                                     : Figure(handle_, CURLINFO_SIZE_UPLOAD_T);
    figures.request_header_bytes = RequestHeaderBytes();
    return figures;
  }

  void OnDone(CURLcode code) override {
    is_done_ = true;
    end_ns_ = MonotonicNanos();
    absl::Status status;
    // To curl, half a head is one.
    if (code == CURLE_OK && !head_.is_done()) code = CURLE_GOT_NOTHING;
    if (code != CURLE_OK) {
      const std::string peer = PeerOf(request_);
      status = CurlError(handle_, {.code = code,
                                   .text = error_text_,
                                   .peer = peer,
                                   .has_head = head_.is_done()});
    }
    delegate_.OnEnd(std::move(status));
  }

 private:
  template <typename Value>
  void Set(CURLoption option, Value value) {
    curl_easy_setopt(handle_, option, value);
  }

  static size_t OnHeaderLine(char* bytes, size_t size, size_t count,
                             void* self) {
    static_cast<Impl*>(self)->TakeHeaderLine({bytes, size * count});
    return size * count;
  }

  static size_t OnBodyPart(char* bytes, size_t size, size_t count, void* self) {
    auto* const call = static_cast<Impl*>(self);
    if (call->delegate_.OnBody({bytes, size * count})) return size * count;
    call->reading_waits_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }

  static size_t OnReadBody(char* into, size_t size, size_t count, void* self) {
    return static_cast<Impl*>(self)->ReadBody(into, size * count);
  }

  void TakeHeaderLine(absl::string_view line) {
    std::optional<HttpHead> head = head_.Take(line);
    if (!head) return;
    head->is_decoded = head_.is_encoded() && request_.method != "HEAD";
    if (!head_.is_encoded() && request_.method != "HEAD") {
      head->body_size = Figure(handle_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T);
    }
    delegate_.OnHead(*std::move(head));
  }

  size_t ReadBody(char* into, size_t room) {
    const size_t size = body_.Read(into, room);
    if (body_.IsEmpty() && !body_.IsFinished()) delegate_.OnRoom();
    return size;
  }

  // What waits, waits on, the rest goes on.
  void Continue() {
    int paused = CURLPAUSE_CONT;
    if (reading_waits_) paused |= CURLPAUSE_RECV;
    if (body_.IsStarved()) paused |= CURLPAUSE_SEND;
    curl_easy_pause(handle_, paused);
  }

  // Curl counts what it writes at first as head, a short body included.
  int64_t RequestHeaderBytes() const {
    const int64_t head = Count(handle_, CURLINFO_REQUEST_SIZE);
    const int64_t body = Figure(handle_, CURLINFO_SIZE_UPLOAD_T);
    return request_.whole && head > body ? head - body : head;
  }

  CurlMulti& multi_;
  Delegate& delegate_;
  const HttpRequest request_;
  const int64_t start_ns_;
  int64_t end_ns_ = 0;
  CURL* const handle_;
  UniqueSlist headers_;
  HeadReader head_;
  RequestBody body_;
  bool reading_waits_ = false;
  bool is_done_ = false;
  char error_text_[CURL_ERROR_SIZE] = "";
};

HttpCall::HttpCall(HttpClient& client, HttpRequest request, Delegate& delegate)
    : impl_(std::make_unique<Impl>(*client.multi_, client.roots_,
                                   std::move(request), delegate)) {}
HttpCall::~HttpCall() = default;
void HttpCall::Resume() { impl_->Resume(); }
void HttpCall::Write(HttpRequest::Bytes part) { impl_->Write(std::move(part)); }
BackendObservation::End HttpCall::Figures() const { return impl_->Figures(); }

}  // namespace rt
