// rt compiles without exceptions; Boost then asks its user for these functions.
// Every Asio call in rt is of the error_code form, so that what still gets here
// is a bug, or memory at its end.

#include <boost/throw_exception.hpp>
#include <exception>

#include "runtime/base/check.h"

namespace boost {

void throw_exception(const std::exception& error) {
  rt::CheckFailed("boost", 0, error.what());
}

void throw_exception(const std::exception& error,
                     const boost::source_location& location) {
  rt::CheckFailed(location.file_name(), static_cast<int>(location.line()),
                  error.what());
}

}  // namespace boost
