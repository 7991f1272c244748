#include "runtime/net/http/server_tls.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "absl/status/status.h"

namespace rt {
namespace {

using Bio = std::unique_ptr<BIO, int (*)(BIO*)>;
using Certificate = std::unique_ptr<X509, void (*)(X509*)>;
using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>;

Bio Reader(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
             &BIO_free);
}

Certificate NextCertificate(BIO* reader) {
  return Certificate(PEM_read_bio_X509(reader, nullptr, nullptr, nullptr),
                     &X509_free);
}

// A key with a password would have OpenSSL ask at the terminal.
int NoPassword(char* /*buffer*/, int /*size*/, int /*writes*/,
               void* /*unused*/) {
  return 0;
}

absl::Status UseCertificates(SSL_CTX* context, const std::string& text) {
  const Bio reader = Reader(text);
  const Certificate own = NextCertificate(reader.get());
  if (own == nullptr || SSL_CTX_use_certificate(context, own.get()) != 1) {
    return absl::InvalidArgumentError("tls.cert has no certificate in PEM");
  }
  for (;;) {
    const Certificate next = NextCertificate(reader.get());
    if (next == nullptr) break;
    SSL_CTX_add1_chain_cert(context, next.get());
  }
  ERR_clear_error();
  return absl::OkStatus();
}

absl::Status UseKey(SSL_CTX* context, const std::string& text) {
  const Bio reader = Reader(text);
  const Key key(
      PEM_read_bio_PrivateKey(reader.get(), nullptr, &NoPassword, nullptr),
      &EVP_PKEY_free);
  if (key == nullptr) {
    return absl::InvalidArgumentError(
        "tls.key has no private key in PEM, without a password");
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1 ||
      SSL_CTX_check_private_key(context) != 1) {
    return absl::InvalidArgumentError(
        "tls.key is not the key of the certificate in tls.cert");
  }
  return absl::OkStatus();
}

int ChooseProtocol(SSL* /*connection*/, const unsigned char** chosen,
                   unsigned char* chosen_size, const unsigned char* offered,
                   unsigned int offered_size, void* /*unused*/) {
  static constexpr unsigned char kHttp11[] = "\x08http/1.1";
  unsigned char* found = nullptr;
  if (SSL_select_next_proto(&found, chosen_size, kHttp11, sizeof(kHttp11) - 1,
                            offered, offered_size) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

absl::StatusOr<ServerTls> MakeServerTls(const std::string& certificate,
                                        const std::string& key) {
  ServerTls context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_alpn_select_cb(context.get(), &ChooseProtocol, nullptr);
  absl::Status status = UseCertificates(context.get(), certificate);
  if (status.ok()) status = UseKey(context.get(), key);
  ERR_clear_error();
  if (!status.ok()) return status;
  return context;
}

}  // namespace rt
