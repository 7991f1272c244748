#include "runtime/realm/pooled_realm.h"

#include <utility>

#include "absl/memory/memory.h"

namespace rt {

absl::StatusOr<std::unique_ptr<ChildRealm>> PooledRealm::Start(
    RealmRegistry& registry, Realm::Options options, OnEnd on_end) {
  absl::StatusOr<std::shared_ptr<Reactor>> reactor =
      registry.reactors().Choose();
  if (!reactor.ok()) return reactor.status();
  options.reactor = *std::move(reactor);
  auto realm = std::make_shared<Realm>(registry, std::move(options));
  realm->Start([realm, on_end = std::move(on_end)](RealmResult result) mutable {
    on_end(std::move(result));
  });
  return absl::WrapUnique(new PooledRealm(std::move(realm)));
}

PooledRealm::PooledRealm(std::shared_ptr<Realm> realm)
    : realm_(std::move(realm)) {}

}  // namespace rt
