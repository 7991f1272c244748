#include "runtime/ipc/exit_watch.h"

#include <signal.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"

namespace rt {

// Shared with the handlers that are under way.
struct ExitWatch::Impl : std::enable_shared_from_this<Impl> {
  Impl(IoThread& io, ChildProcess& child, OnExit callback)
      : process(&child),
        on_exit(std::move(callback)),
        descriptor(io.context()),
        timer(io.context()) {}

  void Wait() {
    descriptor.async_wait(
        boost::asio::posix::stream_descriptor::wait_read,
        [self = shared_from_this()](const boost::system::error_code& error) {
          if (error || self->process == nullptr) return;
          const std::optional<ProcessExit> exit = self->process->Exit();
          if (!exit.has_value()) {
            self->Wait();
            return;
          }
          self->timer.cancel();
          // It may destroy the watch.
          OnExit on_exit = std::move(self->on_exit);
          on_exit(*exit);
        });
  }

  void KillAfter(int milliseconds) {
    const auto time = std::chrono::steady_clock::now() +
                      std::chrono::milliseconds(milliseconds);
    if (kills && timer.expiry() <= time) return;
    kills = true;
    timer.expires_at(time);
    timer.async_wait(
        [self = shared_from_this()](const boost::system::error_code& error) {
          if (!error && self->process != nullptr) {
            self->process->Signal(SIGKILL);
          }
        });
  }

  ChildProcess* process;  // null: the watch is over
  OnExit on_exit;
  boost::asio::posix::stream_descriptor descriptor;
  boost::asio::steady_timer timer;
  bool kills = false;
};

absl::StatusOr<std::unique_ptr<ExitWatch>> ExitWatch::Start(
    IoThread& io, ChildProcess& process, OnExit on_exit) {
  auto impl = std::make_shared<Impl>(io, process, std::move(on_exit));
  boost::system::error_code error;
  impl->descriptor.assign(process.fd(), error);
  if (error) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "cannot watch process ", process.pid(), ": ", error.message()));
  }
  impl->Wait();
  return absl::WrapUnique(new ExitWatch(std::move(impl)));
}

ExitWatch::ExitWatch(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

ExitWatch::~ExitWatch() {
  impl_->process = nullptr;
  impl_->timer.cancel();
  // The descriptor is the process's, which closes it.
  impl_->descriptor.release();
}

void ExitWatch::Terminate() {
  impl_->process->Signal(SIGTERM);
  impl_->KillAfter(kGraceMs);
}

void ExitWatch::KillAfter(int milliseconds) { impl_->KillAfter(milliseconds); }

}  // namespace rt
