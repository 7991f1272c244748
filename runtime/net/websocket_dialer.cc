#include "runtime/net/websocket_dialer.h"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/websocket/error.hpp>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/clock.h"
#include "runtime/base/error_payload.h"
#include "runtime/net/asio_error.h"
#include "runtime/net/host_lookup.h"
#include "runtime/net/net_error.h"
#include "runtime/net/tls.h"
#include "runtime/net/websocket_stream.h"

namespace rt {

using boost::asio::ip::tcp;
using Error = WebSocketStream::Error;

// Shared with the handlers that are under way. One step follows the other, so
// one timer serves them all.
struct WebSocketDialer::Impl : std::enable_shared_from_this<Impl> {
  Impl(boost::asio::io_context& context, Options options, OnOpen on_open)
      : context(context),
        options(std::move(options)),
        peer(this->options.url.Text()),
        on_open(std::move(on_open)),
        timer(context) {}

  void Begin() {
    WebSocketStream::TlsContext tls;
    if (options.url.is_secure) {
      absl::StatusOr<WebSocketStream::TlsContext> made =
          ClientTlsContext(options.roots);
      if (!made.ok()) return Fail(made.status());
      tls = *std::move(made);
    }
    stream = WebSocketStream::Create(tcp::socket(context), std::move(tls),
                                     options.settings);
    Resolve();
  }

  // Since the step before, which this one ends.
  int64_t EndStep() {
    const int64_t began_ns = std::exchange(step_ns, MonotonicNanos());
    return step_ns - began_ns;
  }

  BackendObservation::End Figures() const {
    BackendObservation::End figures;
    figures.phases = phases;
    figures.total_ns = MonotonicNanos() - start_ns;
    if (stream != nullptr) {
      const WebSocketStream::HeadSizes sizes = stream->head_sizes();
      figures.request_header_bytes = sizes.request;
      figures.response_header_bytes = sizes.response;
    }
    if (figures.response_header_bytes != 0) {
      figures.status = static_cast<int>(response.result_int());
    }
    return figures;
  }

  // Of a step's handler: false where the client is gone or time was up.
  bool IsOpen() const { return on_open != nullptr; }

  void StartTimer(const char* doing) {
    timer.expires_after(std::chrono::seconds(kStepSeconds));
    timer.async_wait([self = shared_from_this(), doing](Error error) {
      if (error || !self->IsOpen()) return;
      self->Fail(WithCode(absl::UnavailableError(absl::StrCat(
                              "cannot ", doing, " ", self->peer,
                              ": no answer in ", kStepSeconds, " s")),
                          kNoAnswer));
    });
  }

  void Fail(absl::Status status) {
    Stop();
    std::exchange(on_open, nullptr)(std::move(status));
  }

  void Fail(const char* doing, const Error& error,
            absl::string_view code = "") {
    Fail(WithCode(absl::UnavailableError(absl::StrCat(
                      "cannot ", doing, " ", peer, ": ", error.message())),
                  CodeOf(error, code)));
  }

  void Stop() {
    timer.cancel();
    lookup.reset();
    if (stream != nullptr) stream->tcp().close();
  }

  void Resolve() {
    EndStep();
    StartTimer("find the address of");
    lookup.emplace(context, options.url.at,
                   [self = shared_from_this()](
                       const absl::StatusOr<HostLookup::Addresses>& found) {
                     if (!self->IsOpen()) return;
                     if (!found.ok()) return self->FailLookup(found.status());
                     self->phases.dns_ns = self->EndStep();
                     self->Connect(*found);
                   });
  }

  void FailLookup(const absl::Status& status) {
    Fail(WithCode(
        absl::UnavailableError(absl::StrCat("cannot find the address of ", peer,
                                            ": ", status.message())),
        GetErrorPayload(status, kErrorCode)));
  }

  void Connect(const HostLookup::Addresses& found) {
    for (const tcp::endpoint& endpoint : found) {
      if (!options.token.empty() && !options.url.is_secure &&
          !options.is_insecure_allowed && !endpoint.address().is_loopback()) {
        return Fail(
            WithCode(absl::FailedPreconditionError(absl::StrCat(
                         peer, " is not on this machine (",
                         endpoint.address().to_string(),
                         "): without TLS the token could be read on its way. "
                         "Use wss://, or allow it with `insecure: true`")),
                     kNotEncrypted));
      }
    }
    StartTimer("connect to");
    stream->tcp().async_connect(
        found, [self = shared_from_this()](Error error,
                                           const tcp::endpoint& /*endpoint*/) {
          if (!self->IsOpen()) return;
          if (error) return self->Fail("connect to", error);
          self->phases.connect_ns = self->EndStep();
          Error ignored;
          self->stream->tcp().socket().set_option(tcp::no_delay(true), ignored);
          if (!self->options.url.is_secure) return self->Upgrade();
          self->Secure();
        });
  }

  void Secure() {
    if (const Error error = stream->ExpectHost(options.url.at.host)) {
      return Fail("speak TLS with", error, kBadTls);
    }
    StartTimer("speak TLS with");
    stream->ClientTls([self = shared_from_this()](Error error) {
      if (!self->IsOpen()) return;
      if (error) return self->FailTls(error);
      self->phases.tls_ns = self->EndStep();
      self->Upgrade();
    });
  }

  void FailTls(const Error& error) {
    const std::string problem = stream->CertificateProblem();
    if (problem.empty()) return Fail("speak TLS with", error, kBadTls);
    Fail(WithCode(absl::UnavailableError(absl::StrCat(
                      "cannot trust the certificate of ", peer, ": ", problem)),
                  kBadCertificate));
  }

  void Upgrade() {
    StartTimer("open a WebSocket to");
    std::vector<WebSocketField> fields = options.fields;
    if (!options.token.empty()) {
      fields.push_back(
          {"Authorization", absl::StrCat("Bearer ", options.token)});
    }
    stream->Upgrade(options.host.empty() ? options.url.at.Text() : options.host,
                    options.target, std::move(fields), response,
                    [self = shared_from_this()](Error error) {
                      if (self->IsOpen()) self->TakeUpgrade(error);
                    });
  }

  void TakeUpgrade(Error error) {
    if (stream->head_sizes().response != 0) phases.first_byte_ns = EndStep();
    if (error == boost::beast::websocket::error::upgrade_declined) {
      const unsigned code = response.result_int();
      if (code == 401 && !options.token.empty()) {
        return Fail(WithCode(absl::UnauthenticatedError(
                                 absl::StrCat(peer, " refused the token")),
                             kRefusedToken));
      }
      return Fail(WithCode(absl::FailedPreconditionError(absl::StrCat(
                               "cannot open a WebSocket to ", peer,
                               ": it answered with HTTP status ", code)),
                           kNoWebSocket));
    }
    if (error) {
      const bool is_cut = error == boost::beast::http::error::end_of_stream ||
                          error == boost::beast::http::error::partial_message;
      return Fail("open a WebSocket to", error,
                  is_cut ? kCutConnection : kNoWebSocket);
    }
    timer.cancel();
    const BackendObservation::End figures = Figures();
    std::exchange(on_open, nullptr)(
        Opened{std::move(stream), std::move(response), figures});
  }

  boost::asio::io_context& context;
  const Options options;
  const std::string peer;
  OnOpen on_open;  // null: it is over
  std::optional<HostLookup> lookup;
  boost::asio::steady_timer timer;
  std::unique_ptr<WebSocketStream> stream;
  WebSocketStream::Response response;
  const int64_t start_ns = MonotonicNanos();
  int64_t step_ns = start_ns;
  BackendObservation::Phases phases;
};

WebSocketDialer::WebSocketDialer(boost::asio::io_context& context,
                                 Options options, OnOpen on_open)
    : impl_(std::make_shared<Impl>(context, std::move(options),
                                   std::move(on_open))) {
  boost::asio::post(context, [impl = impl_] {
    if (impl->IsOpen()) impl->Begin();
  });
}

BackendObservation::End WebSocketDialer::Figures() const {
  return impl_->Figures();
}

WebSocketDialer::~WebSocketDialer() {
  impl_->on_open = nullptr;
  impl_->Stop();
}

}  // namespace rt
