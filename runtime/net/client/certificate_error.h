#ifndef RUNTIME_NET_CLIENT_CERTIFICATE_ERROR_H_
#define RUNTIME_NET_CLIENT_CERTIFICATE_ERROR_H_

#include <string>

namespace rt {

// OpenSSL's name for why a certificate is not trusted, without its prefix:
// "CERT_HAS_EXPIRED" for X509_V_ERR_CERT_HAS_EXPIRED (openssl/x509_vfy.h).
// Those have names here that servers' certificates meet; "ERR_TLS_CERTIFICATE"
// for the rest.
std::string CertificateErrorCode(long verify_result);

// The same for people.
std::string CertificateErrorText(long verify_result);

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CERTIFICATE_ERROR_H_
