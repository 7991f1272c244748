#include "runtime/ipc/io_thread.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/synchronization/notification.h"
#include "runtime/base/thread.h"

namespace rt {

struct IoThread::Impl {
  // A concurrency hint of 1: one thread runs handlers, others only post.
  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
      context.get_executor()};
  std::optional<Thread> thread;
};

absl::StatusOr<std::unique_ptr<IoThread>> IoThread::Start(
    const std::string& name) {
  auto io = absl::WrapUnique(new IoThread);
  absl::StatusOr<Thread> thread =
      Thread::Start(name, [context = &io->impl_->context] { context->run(); });
  if (!thread.ok()) return thread.status();
  io->impl_->thread.emplace(*std::move(thread));
  return io;
}

IoThread::IoThread() : impl_(std::make_unique<Impl>()) {}

IoThread::~IoThread() {
  impl_->context.stop();
  if (impl_->thread.has_value()) impl_->thread->Join();
}

void IoThread::Post(absl::AnyInvocable<void()> task) {
  boost::asio::post(impl_->context,
                    [task = std::move(task)]() mutable { task(); });
}

void IoThread::Run(absl::FunctionRef<void()> task) {
  absl::Notification done;
  Post([&] {
    task();
    done.Notify();
  });
  done.WaitForNotification();
}

void IoThread::PostAfter(int milliseconds, absl::AnyInvocable<void()> task) {
  auto timer = std::make_shared<boost::asio::steady_timer>(
      impl_->context, std::chrono::milliseconds(milliseconds));
  timer->async_wait(
      [timer, task = std::move(task)](
          const boost::system::error_code& /*error*/) mutable { task(); });
}

boost::asio::io_context& IoThread::context() { return impl_->context; }

}  // namespace rt
