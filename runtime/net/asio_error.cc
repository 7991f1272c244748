#include "runtime/net/asio_error.h"

#include <boost/asio/error.hpp>

#include "runtime/base/error_payload.h"
#include "runtime/net/net_error.h"

namespace rt {

std::string CodeOf(const boost::system::error_code& error,
                   absl::string_view otherwise) {
  if (error.category() == boost::asio::error::get_system_category()) {
    return ErrnoName(error.value());
  }
  if (error.category() == boost::asio::error::get_netdb_category() ||
      error.category() == boost::asio::error::get_addrinfo_category()) {
    return kNoSuchHost;
  }
  if (error == boost::asio::error::eof) return kCutConnection;
  return std::string(otherwise);
}

}  // namespace rt
