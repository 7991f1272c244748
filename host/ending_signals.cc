#include "host/ending_signals.h"

#include <utility>

namespace rt {
EndingSignals::EndingSignals(const std::vector<int>& signals,
                             const std::function<void()>& end) {
  for (const int signal : signals) {
    if (IsSignalIgnored(signal)) continue;
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
