#include "runtime/net/host_lookup.h"

#include <netdb.h>
#include <sys/socket.h>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/thread.h"
#include "runtime/net/net_error.h"

namespace rt {
namespace {

using boost::asio::ip::tcp;

absl::Status LookupError(int result, int error) {
  if (result == EAI_SYSTEM) {
    return WithCode(absl::UnavailableError(strerror(error)), ErrnoName(error));
  }
  return WithCode(absl::UnavailableError(gai_strerror(result)), kNoSuchHost);
}

// Blocks.
absl::StatusOr<HostLookup::Addresses> LookUp(const HostPort& at) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int result = getaddrinfo(at.host.c_str(), absl::StrCat(at.port).c_str(),
                                 &hints, &found);
  if (result != 0) return LookupError(result, errno);
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found,
                                                             &freeaddrinfo);
  HostLookup::Addresses addresses;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    tcp::endpoint endpoint;
    if (each->ai_addrlen > endpoint.capacity()) continue;
    memcpy(endpoint.data(), each->ai_addr, each->ai_addrlen);
    endpoint.resize(each->ai_addrlen);
    addresses.push_back(endpoint);
  }
  if (addresses.empty()) return LookupError(EAI_NONAME, 0);
  return addresses;
}

}  // namespace

// What the lookup's thread has of it.
struct HostLookup::State {
  State(boost::asio::io_context& context, OnDone on_done)
      : context(&context), on_done(std::move(on_done)) {}

  // Any thread.
  static void Tell(const std::shared_ptr<State>& self,
                   absl::StatusOr<Addresses> found) {
    absl::MutexLock lock(&self->mutex);
    if (self->context == nullptr) return;
    boost::asio::post(*self->context,
                      [self, found = std::move(found)]() mutable {
                        OnDone on_done = std::exchange(self->on_done, nullptr);
                        if (on_done != nullptr) on_done(std::move(found));
                      });
  }

  absl::Mutex mutex;
  // Null: nobody wants to know any more.
  boost::asio::io_context* context ABSL_GUARDED_BY(mutex);
  // Of the context's thread. Null: it was called, or is not wanted.
  OnDone on_done;
};

HostLookup::HostLookup(boost::asio::io_context& context, const HostPort& at,
                       OnDone on_done)
    : state_(std::make_shared<State>(context, std::move(on_done))) {
  boost::system::error_code is_name;
  const auto address = boost::asio::ip::make_address(at.host, is_name);
  if (!is_name) {
    State::Tell(state_, Addresses{tcp::endpoint(address, at.port)});
    return;
  }
  absl::StatusOr<Thread> thread = Thread::Start(
      "rt lookup", [state = state_, at] { State::Tell(state, LookUp(at)); });
  if (thread.ok()) {
    thread->Detach();
  } else {
    State::Tell(state_, thread.status());
  }
}

HostLookup::~HostLookup() {
  state_->on_done = nullptr;
  absl::MutexLock lock(&state_->mutex);
  state_->context = nullptr;
}

}  // namespace rt
