// Boost.JSON is compiled here, once: Debian's library of it is shared, and the
// package with its headers comes with Asio.

#include <boost/json/src.hpp>
