#include "bindings/fetch_calls.h"

#include <utility>

#include "runtime/loop/reactor.h"
#include "runtime/realm/realm_calls.h"

namespace rt {

// A task that will not run any more may hold a call for longer.
FetchCalls::~FetchCalls() {
  for (const auto& [id, call] : calls_) {
    call->Close(BackendObservation::Outcome::kCancelled);
  }
}

HttpClient& FetchCalls::client() {
  if (client_ == nullptr) {
    client_ =
        std::make_unique<HttpClient>(host_.loop().reactor()->context(),
                                     host_.State<RealmCalls>().settings->roots);
  }
  return *client_;
}

std::shared_ptr<FetchCall> FetchCalls::Add(Id id, BackendWatch watch) {
  auto call = std::make_shared<FetchCall>(host_, id, std::move(watch));
  calls_[id] = call;
  return call;
}

std::shared_ptr<FetchCall> FetchCalls::Find(Id id) {
  const auto found = calls_.find(id);
  return found != calls_.end() ? found->second : nullptr;
}

}  // namespace rt
