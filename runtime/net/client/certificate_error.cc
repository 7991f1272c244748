#include "runtime/net/client/certificate_error.h"

#include <openssl/x509_vfy.h>

#include "runtime/net/net_error.h"

namespace rt {

std::string CertificateErrorCode(long verify_result) {
  switch (verify_result) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "CERT_HAS_EXPIRED";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "CERT_NOT_YET_VALID";
    case X509_V_ERR_CERT_REVOKED:
      return "CERT_REVOKED";
    case X509_V_ERR_CERT_REJECTED:
      return "CERT_REJECTED";
    case X509_V_ERR_CERT_UNTRUSTED:
      return "CERT_UNTRUSTED";
    case X509_V_ERR_CERT_CHAIN_TOO_LONG:
      return "CERT_CHAIN_TOO_LONG";
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return "CERT_SIGNATURE_FAILURE";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "DEPTH_ZERO_SELF_SIGNED_CERT";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      return "SELF_SIGNED_CERT_IN_CHAIN";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
      return "UNABLE_TO_GET_ISSUER_CERT";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      return "UNABLE_TO_GET_ISSUER_CERT_LOCALLY";
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
    case X509_V_ERR_INVALID_CA:
      return "INVALID_CA";
    case X509_V_ERR_INVALID_PURPOSE:
      return "INVALID_PURPOSE";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "ERR_TLS_CERT_ALTNAME_INVALID";
    default:
      return kBadCertificate;
  }
}

std::string CertificateErrorText(long verify_result) {
  return X509_verify_cert_error_string(verify_result);
}

}  // namespace rt
