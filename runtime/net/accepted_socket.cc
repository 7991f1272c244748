#include "runtime/net/accepted_socket.h"

#include <openssl/ssl.h>

namespace rt {

void SslDeleter::operator()(ssl_st* tls) const { SSL_free(tls); }

}  // namespace rt
