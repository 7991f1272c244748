// rt compiles without exceptions; Boost then asks its user for these functions.
// Every call in rt is of the error_code form, so that what still gets here is a
// bug, or memory at its end.

#include <boost/throw_exception.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace boost {

void throw_exception(const std::exception& error) {
  fprintf(stderr, "boost: %s\n", error.what());
  abort();
}

void throw_exception(const std::exception& error,
                     const boost::source_location& location) {
  fprintf(stderr, "%s:%u: %s\n", location.file_name(),
          static_cast<unsigned>(location.line()), error.what());
  abort();
}

}  // namespace boost
