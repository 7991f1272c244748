#include "runtime/net/tls.h"

#include <boost/asio/buffer.hpp>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

namespace rt {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

absl::Status FileError(const char* what, const std::string& path,
                       const error_code& error) {
  return absl::FailedPreconditionError(absl::StrCat(
      "cannot take ", what, " from '", path, "': ", error.message()));
}

WebSocketStream::TlsContext NewContext() {
  auto context = std::make_shared<ssl::context>(ssl::context::tls);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  return context;
}

absl::Status AddRoots(ssl::context& context, const std::string& roots) {
  error_code error;
  context.add_certificate_authority(boost::asio::buffer(roots), error);
  return error ? absl::InvalidArgumentError(error.message()) : absl::OkStatus();
}

absl::StatusOr<WebSocketStream::TlsContext> MakeClientContext(
    const std::string& roots) {
  WebSocketStream::TlsContext context = NewContext();
  error_code error;
  context->set_verify_mode(ssl::verify_peer, error);
  // Without any, no server is trusted, which the handshake then says.
  error_code none;
  context->set_default_verify_paths(none);
  if (roots.empty()) return context;
  if (absl::Status status = AddRoots(*context, roots); !status.ok()) {
    return status;
  }
  return context;
}

// The last context of a client's that was made.
struct LastContext {
  absl::Mutex mutex;
  std::string roots ABSL_GUARDED_BY(mutex);
  WebSocketStream::TlsContext context ABSL_GUARDED_BY(mutex);
};

}  // namespace

absl::StatusOr<WebSocketStream::TlsContext> ClientTlsContext(
    const std::string& roots) {
  static LastContext& last = *new LastContext;
  absl::MutexLock lock(&last.mutex);
  if (last.context == nullptr || last.roots != roots) {
    absl::StatusOr<WebSocketStream::TlsContext> made = MakeClientContext(roots);
    if (!made.ok()) return made;
    last.context = *std::move(made);
    last.roots = roots;
  }
  return last.context;
}

absl::Status CheckRoots(const std::string& roots) {
  return AddRoots(*NewContext(), roots);
}

absl::StatusOr<WebSocketStream::TlsContext> ServerTlsContext(
    const std::string& certificate_file, const std::string& key_file) {
  WebSocketStream::TlsContext context = NewContext();
  error_code error;
  context->use_certificate_chain_file(certificate_file, error);
  if (error) return FileError("a certificate", certificate_file, error);
  context->use_private_key_file(key_file, ssl::context::pem, error);
  if (error) return FileError("a private key", key_file, error);
  if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the private key in '", key_file,
        "' is not that of the certificate in '", certificate_file, "'"));
  }
  return context;
}

}  // namespace rt
