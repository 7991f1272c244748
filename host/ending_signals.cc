#include "host/ending_signals.h"

#include <csignal>
#include <utility>

namespace rt {
namespace {

// As nohup(1) ignores SIGHUP, and a shell the SIGINT of a background job.
bool IsIgnored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

}  // namespace

EndingSignals::EndingSignals(const std::vector<int>& signals,
                             const std::function<void()>& end) {
  for (const int signal : signals) {
    if (IsIgnored(signal)) continue;
    absl::StatusOr<SignalSubscription> subscription = SignalSubscription::Start(
        signal, SignalSubscription::Rank::kLastResort, [this, end](int number) {
          int none = 0;
          received_.compare_exchange_strong(none, number);
          end();
        });
    // Without it the signal has its default action: the run itself goes on.
    if (subscription.ok()) subscriptions_.push_back(*std::move(subscription));
  }
}

}  // namespace rt
