#ifndef RUNTIME_NET_ASIO_ERROR_H_
#define RUNTIME_NET_ASIO_ERROR_H_

#include <boost/system/error_code.hpp>
#include <string>

#include "absl/strings/string_view.h"

namespace rt {

// The code (net_error.h) of an error of Asio: the system's; `otherwise` for
// what comes of a library. Not for users of runtime/net.
std::string CodeOf(const boost::system::error_code& error,
                   absl::string_view otherwise);

}  // namespace rt

#endif  // RUNTIME_NET_ASIO_ERROR_H_
