#include "runtime/net/client/curl_multi.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

#include "absl/base/call_once.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"

namespace rt {
namespace {

using boost::system::error_code;
using Descriptor = boost::asio::posix::stream_descriptor;

CURLM* NewMulti() {
  static absl::once_flag once;
  absl::call_once(
      once, [] { RT_CHECK(curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK); });
  CURLM* const multi = curl_multi_init();
  RT_CHECK(multi != nullptr);
  return multi;
}

}  // namespace

// A socket of curl's, which the kernel watches from its first use to its end.
class CurlMulti::Socket : public std::enable_shared_from_this<Socket> {
 public:
  // `is_ours`: it was opened here, and is watched until it is closed here.
  Socket(CurlMulti& owner, curl_socket_t fd, bool is_ours)
      : owner_(&owner),
        fd_(fd),
        is_ours_(is_ours),
        descriptor_(owner.context_, fd) {}

  bool is_ours() const { return is_ours_; }

  // What curl waits for: CURL_POLL_IN, _OUT, both or nothing.
  void Want(int what) {
    wanted_ = what == CURL_POLL_REMOVE ? 0 : what;
    Wait();
  }

  // Nothing of this is called any more.
  void Close() {
    owner_ = nullptr;
    error_code ignored;
    descriptor_.close(ignored);
  }
  // The same, for a descriptor that curl closes itself.
  void Release() {
    owner_ = nullptr;
    descriptor_.release();
  }

 private:
  struct Direction {
    int want;
    int event;
    Descriptor::wait_type wait;
    bool waits = false;
  };

  void Wait() {
    Wait(in_);
    Wait(out_);
  }

  void Wait(Direction& direction) {
    if ((wanted_ & direction.want) == 0 || direction.waits) return;
    direction.waits = true;
    descriptor_.async_wait(direction.wait, [self = shared_from_this(),
                                            &direction](error_code error) {
      self->OnReady(direction, error);
    });
  }

  void OnReady(Direction& direction, error_code error) {
    direction.waits = false;
    // What was waited for may not be wanted any more.
    if (owner_ == nullptr || (wanted_ & direction.want) == 0) return;
    owner_->Act(fd_, error ? CURL_CSELECT_ERR : direction.event);
    if (owner_ != nullptr) Wait();
  }

  CurlMulti* owner_;
  const curl_socket_t fd_;
  const bool is_ours_;
  Descriptor descriptor_;
  int wanted_ = 0;
  Direction in_ = {CURL_POLL_IN, CURL_CSELECT_IN, Descriptor::wait_read};
  Direction out_ = {CURL_POLL_OUT, CURL_CSELECT_OUT, Descriptor::wait_write};
};

CurlMulti::CurlMulti(boost::asio::io_context& context)
    : context_(context), timer_(context), multi_(NewMulti()) {
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &OnSocket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &OnTimeout);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, long{kIdleConnections});
}

CurlMulti::~CurlMulti() {
  *is_gone_ = true;
  for (CURL* handle : idle_handles_) curl_easy_cleanup(handle);
  curl_multi_cleanup(multi_);
  for (const auto& [fd, socket] : sockets_) socket->Release();
}

CURL* CurlMulti::TakeHandle() {
  CURL* handle;
  if (idle_handles_.empty()) {
    handle = curl_easy_init();
    RT_CHECK(handle != nullptr);
  } else {
    handle = idle_handles_.back();
    idle_handles_.pop_back();
  }
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, &Open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, &Close);
  curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, this);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  // A thread that looks up a name is not waited for when its transfer ends.
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
  return handle;
}

void CurlMulti::GiveBack(CURL* handle) {
  if (idle_handles_.size() >= kIdleHandles) {
    curl_easy_cleanup(handle);
    return;
  }
  curl_easy_reset(handle);
  idle_handles_.push_back(handle);
}

void CurlMulti::Add(CURL* handle) {
  RT_CHECK(curl_multi_add_handle(multi_, handle) == CURLM_OK);
}

void CurlMulti::Remove(CURL* handle) {
  RT_CHECK(curl_multi_remove_handle(multi_, handle) == CURLM_OK);
}

int CurlMulti::OnSocket(CURL* /*handle*/, curl_socket_t fd, int what,
                        void* self, void* /*of_socket*/) {
  static_cast<CurlMulti*>(self)->Watch(fd, what);
  return 0;
}

int CurlMulti::OnTimeout(CURLM* /*multi*/, long milliseconds, void* self) {
  static_cast<CurlMulti*>(self)->SetDeadline(milliseconds);
  return 0;
}

curl_socket_t CurlMulti::Open(void* self, curlsocktype /*purpose*/,
                              curl_sockaddr* address) {
  const int fd = ::socket(address->family, address->socktype | SOCK_CLOEXEC,
                          address->protocol);
  if (fd == -1) return CURL_SOCKET_BAD;
  auto* const multi = static_cast<CurlMulti*>(self);
  std::shared_ptr<Socket>& socket = multi->sockets_[fd];
  // One of curl's own that it closed without a word.
  if (socket != nullptr) socket->Release();
  socket = std::make_shared<Socket>(*multi, fd, true);
  return fd;
}

int CurlMulti::Close(void* self, curl_socket_t fd) {
  auto* const multi = static_cast<CurlMulti*>(self);
  const auto found = multi->sockets_.find(fd);
  if (found == multi->sockets_.end()) return close(fd);
  found->second->Close();
  multi->sockets_.erase(found);
  return 0;
}

void CurlMulti::Watch(curl_socket_t fd, int what) {
  const auto [found, is_new] = sockets_.try_emplace(fd);
  std::shared_ptr<Socket>& socket = found->second;
  if (is_new) socket = std::make_shared<Socket>(*this, fd, false);
  if (what == CURL_POLL_REMOVE && !socket->is_ours()) {
    socket->Release();
    sockets_.erase(found);
    return;
  }
  socket->Want(what);
}

void CurlMulti::Act(curl_socket_t fd, int events) {
  int running = 0;
  curl_multi_socket_action(multi_, fd, events, &running);
  int left = 0;
  while (const CURLMsg* const message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL* const handle = message->easy_handle;
    const CURLcode code = message->data.result;
    CurlTransfer* transfer = nullptr;
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &transfer);
    Remove(handle);
    transfer->OnDone(code);
  }
}

void CurlMulti::SetDeadline(int64_t milliseconds) {
  if (milliseconds < 0) {
    deadline_ns_.reset();
    return;
  }
  deadline_ns_ = MonotonicNanos() + milliseconds * 1'000'000;
  Arm();
}

void CurlMulti::Arm() {
  if (!deadline_ns_ || (armed_ns_ && *armed_ns_ <= *deadline_ns_)) return;
  armed_ns_ = deadline_ns_;
  const int64_t wait_ns = *deadline_ns_ - MonotonicNanos();
  if (wait_ns <= 0) {
    boost::asio::post(context_, [this, is_gone = is_gone_] {
      if (!*is_gone) OnTimer();
    });
    return;
  }
  timer_.expires_after(std::chrono::nanoseconds(wait_ns));
  timer_.async_wait([this, is_gone = is_gone_](error_code error) {
    if (!error && !*is_gone) OnTimer();
  });
}

void CurlMulti::OnTimer() {
  armed_ns_.reset();
  if (!deadline_ns_) return;
  if (*deadline_ns_ <= MonotonicNanos()) {
    deadline_ns_.reset();
    Act(CURL_SOCKET_TIMEOUT, 0);
  }
  Arm();
}

}  // namespace rt
