#ifndef RUNTIME_NET_CLIENT_CURL_MULTI_H_
#define RUNTIME_NET_CLIENT_CURL_MULTI_H_

#include <curl/curl.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace rt {

// One transfer of curl, whose handle points to it by CURLOPT_PRIVATE.
class CurlTransfer {
 public:
  virtual ~CurlTransfer() = default;

  // It is over, and off the multi handle. May destroy itself.
  virtual void OnDone(CURLcode code) = 0;
};

// A multi handle of curl, which keeps connections for the next ones, driven by
// an io_context: curl says what it waits for, and is called when that is there
// (https://curl.se/libcurl/c/curl_multi_socket_action.html). On the thread of
// the io_context, which outlives it. Not for users of runtime/net/client.
//
// Curl calls back from most of these functions, and must not be called from
// such a callback but for what it allows.
class CurlMulti {
 public:
  explicit CurlMulti(boost::asio::io_context& context);
  // No transfer is left.
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  // A handle with curl's own settings and those of this class; one that was
  // used before where there is one.
  CURL* TakeHandle();
  // It is on no multi handle.
  void GiveBack(CURL* handle);

  // Begins a transfer, later.
  void Add(CURL* handle);
  // Ends it, without OnDone().
  void Remove(CURL* handle);

 private:
  class Socket;
  friend class Socket;

  // How many connections and handles wait for their next use.
  static constexpr int kIdleConnections = 256;
  static constexpr size_t kIdleHandles = 64;

  static int OnSocket(CURL* handle, curl_socket_t fd, int what, void* self,
                      void* of_socket);
  static int OnTimeout(CURLM* multi, long milliseconds, void* self);
  static curl_socket_t Open(void* self, curlsocktype purpose,
                            curl_sockaddr* address);
  static int Close(void* self, curl_socket_t fd);

  void Watch(curl_socket_t fd, int what);
  void Act(curl_socket_t fd, int events);
  void SetDeadline(int64_t milliseconds);
  void Arm();
  void OnTimer();

  boost::asio::io_context& context_;
  boost::asio::steady_timer timer_;
  CURLM* const multi_;
  std::vector<CURL*> idle_handles_;
  absl::flat_hash_map<curl_socket_t, std::shared_ptr<Socket>> sockets_;

  // When curl wants to be called, and when timer_ goes off, by
  // MonotonicNanos(): earlier is no harm, and saves system calls.
  std::optional<int64_t> deadline_ns_;
  std::optional<int64_t> armed_ns_;
  // What handlers that are under way hold, to learn that this is gone.
  const std::shared_ptr<bool> is_gone_ = std::make_shared<bool>(false);
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_CURL_MULTI_H_
