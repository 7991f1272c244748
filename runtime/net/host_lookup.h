#ifndef RUNTIME_NET_HOST_LOOKUP_H_
#define RUNTIME_NET_HOST_LOOKUP_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/net/websocket_url.h"

namespace rt {

// Looks up the addresses of a host, by getaddrinfo(3): what waits for a name
// server, for up to minutes, and cannot be told to stop. So each lookup has a
// thread of its own that nobody waits for: no other lookup, and neither the one
// who asked nor the process's end. (Asio has one thread for all lookups of an
// io_context, whose destructor joins it.) For an address there is nothing to
// look up.
//
// On the thread of the io_context, which outlives it. Not for users of
// runtime/net.
class HostLookup {
 public:
  // At least one.
  using Addresses = std::vector<boost::asio::ip::tcp::endpoint>;
  // An error is the system's word for what went wrong, "Name or service not
  // known", with a code (net_error.h).
  using OnDone = absl::AnyInvocable<void(absl::StatusOr<Addresses>)>;

  // Calls `on_done` once, later, and not after the destructor; it may destroy
  // the lookup.
  HostLookup(boost::asio::io_context& context, const HostPort& at,
             OnDone on_done);
  ~HostLookup();
  HostLookup(const HostLookup&) = delete;
  HostLookup& operator=(const HostLookup&) = delete;

 private:
  struct State;

  const std::shared_ptr<State> state_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HOST_LOOKUP_H_
