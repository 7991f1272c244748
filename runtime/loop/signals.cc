#include "runtime/loop/signals.h"

#include <signal.h>
#include <string.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

namespace rt {

std::string SignalName(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name != nullptr ? absl::StrCat("SIG", name)
                         : absl::StrCat("signal ", signal);
}

bool IsSignalIgnored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

struct SignalSubscription::Entry {
  int signal;
  Rank rank;
  Callback callback;
};

// Every subscription of the process, and the thread that waits for their
// signals. Made with the first and never destroyed, as its thread ends with the
// process.
class SignalSubscription::Dispatcher {
 public:
  static Dispatcher& Get() {
    static Dispatcher* const dispatcher = new Dispatcher;
    return *dispatcher;
  }

  absl::Status Add(Entry* entry) {
    absl::MutexLock lock(&mutex_);
    if (!HasSubscription(entry->signal)) {
      boost::system::error_code error;
      signals_.add(entry->signal, error);
      if (error) {
        return absl::UnavailableError(absl::StrCat("cannot listen to ",
                                                   SignalName(entry->signal),
                                                   ": ", error.message()));
      }
    }
    entries_.push_back(entry);
    return absl::OkStatus();
  }

  void Remove(Entry* entry) {
    absl::MutexLock lock(&mutex_);
    Drop(entry);
  }

 private:
  Dispatcher() {
    Wait();
    std::thread([this] { context_.run(); }).detach();
  }

  bool HasSubscription(int signal) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (const Entry* entry : entries_) {
      if (entry->signal == signal) return true;
    }
    return false;
  }

  void Drop(Entry* entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (std::erase(entries_, entry) == 0 || HasSubscription(entry->signal))
      return;
    // Gives the default action back.
    boost::system::error_code ignored;
    signals_.remove(entry->signal, ignored);
  }

  // The set is not safe for use by many threads, so that all use is under the
  // mutex; its handler runs on the dispatcher's thread, outside of it.
  void Wait() {
    signals_.async_wait(
        [this](const boost::system::error_code& error, int signal) {
          absl::MutexLock lock(&mutex_);
          if (!error) Deliver(signal);
          Wait();
        });
  }

  void Deliver(int signal) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    Entry* resort = nullptr;
    bool heard = false;
    for (Entry* entry : entries_) {
      if (entry->signal != signal) continue;
      if (entry->rank != Rank::kListener) {
        resort = entry;
      } else {
        entry->callback(signal);
        heard = true;
      }
    }
    if (heard || resort == nullptr) return;
    if (resort->rank == Rank::kLastResort) Drop(resort);
    resort->callback(signal);
  }

  boost::asio::io_context context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_{context_.get_executor()};
  absl::Mutex mutex_;
  boost::asio::signal_set signals_{context_};
  std::vector<Entry*> entries_ ABSL_GUARDED_BY(mutex_);
};

absl::StatusOr<SignalSubscription> SignalSubscription::Start(
    int signal, Rank rank, Callback callback) {
  std::unique_ptr<Entry> entry(new Entry{signal, rank, std::move(callback)});
  if (absl::Status status = Dispatcher::Get().Add(entry.get()); !status.ok()) {
    return status;
  }
  return SignalSubscription(std::move(entry));
}

SignalSubscription::SignalSubscription(std::unique_ptr<Entry> entry)
    : entry_(std::move(entry)) {}

SignalSubscription::SignalSubscription(SignalSubscription&&) noexcept = default;

SignalSubscription& SignalSubscription::operator=(
    SignalSubscription&& other) noexcept {
  std::swap(entry_, other.entry_);
  return *this;
}

SignalSubscription::~SignalSubscription() {
  if (entry_ != nullptr) Dispatcher::Get().Remove(entry_.get());
}

}  // namespace rt
