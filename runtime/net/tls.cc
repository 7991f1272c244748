#include "runtime/net/tls.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/unique_fd.h"

namespace rt {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

// No certificate's chain comes near it.
constexpr size_t kMaxPemBytes = size_t{1} << 20;

absl::StatusOr<std::string> ReadPem(const char* what, const std::string& path) {
  const std::string tried = absl::StrCat("read the ", what, " '", path, "'");
  const UniqueFd fd(
      RetryOnEintr([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (fd.get() < 0) return ErrnoStatus(errno, tried, path, "open");
  std::string text;
  for (;;) {
    char bytes[4096];
    const ssize_t size =
        RetryOnEintr([&] { return read(fd.get(), bytes, sizeof(bytes)); });
    if (size < 0) return ErrnoStatus(errno, tried, path, "read");
    if (size == 0) return text;
    text.append(bytes, static_cast<size_t>(size));
    if (text.size() > kMaxPemBytes) return ErrnoStatus(EFBIG, tried, path);
  }
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
  const absl::StatusOr<std::string> certificate =
      ReadPem("certificate", certificate_file);
  if (!certificate.ok()) return certificate.status();
  const absl::StatusOr<std::string> key = ReadPem("private key", key_file);
  if (!key.ok()) return key.status();
  WebSocketStream::TlsContext context = NewContext();
  error_code error;
  // Else OpenSSL asks at the terminal.
  context->set_password_callback(
      [](size_t /*room*/, ssl::context::password_purpose /*purpose*/) {
        return std::string();
      },
      error);
  context->use_certificate_chain(boost::asio::buffer(*certificate), error);
  if (error) {
    return absl::FailedPreconditionError(absl::StrCat(
        "no certificate is in '", certificate_file, "' (", error.message(),
        "); it holds the host's own in PEM, and then those that vouch for it"));
  }
  context->use_private_key(boost::asio::buffer(*key), ssl::context::pem, error);
  if (error && absl::StrContains(*key, "ENCRYPTED")) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the private key in '", key_file,
        "' has a password, and nobody is asked for it; `openssl pkey -in '",
        key_file, "' -out FILE` writes it without"));
  }
  // OpenSSL compares the two where they are of one kind.
  const bool is_of_another =
      error ? ERR_GET_REASON(static_cast<unsigned long>(error.value())) ==
                  X509_R_KEY_VALUES_MISMATCH
            : SSL_CTX_check_private_key(context->native_handle()) != 1;
  if (is_of_another) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the private key in '", key_file,
        "' is not that of the certificate in '", certificate_file, "'"));
  }
  if (error) {
    return absl::FailedPreconditionError(
        absl::StrCat("no private key is in '", key_file, "' (", error.message(),
                     "); it holds one in PEM"));
  }
  return context;
}

std::string DateProblem(const WebSocketStream::TlsContext& server) {
  const X509* const certificate =
      SSL_CTX_get0_certificate(server->native_handle());
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) {
    return "has expired";
  }
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    return "is not yet valid";
  }
  return "";
}

}  // namespace rt
