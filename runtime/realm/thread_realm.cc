#include "runtime/realm/thread_realm.h"

#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/memory.h"

namespace rt {

absl::StatusOr<std::unique_ptr<ChildRealm>> ThreadRealm::Start(
    RealmRegistry& registry, Realm::Options options, OnEnd on_end) {
  const std::string name = options.info.name.empty()
                               ? absl::StrCat("realm ", options.info.id)
                               : options.info.name;
  auto realm = std::make_unique<Realm>(registry, std::move(options));
  absl::StatusOr<Thread> thread = Thread::Start(
      name,
      [&registry, realm = realm.get(), on_end = std::move(on_end)]() mutable {
        registry.BeginThread();
        on_end(realm->Run());
        if (registry.EndThread()) ReturnFreeMemory();
      });
  if (!thread.ok()) return thread.status();
  return absl::WrapUnique(
      new ThreadRealm(std::move(realm), *std::move(thread)));
}

ThreadRealm::ThreadRealm(std::unique_ptr<Realm> realm, Thread thread)
    : realm_(std::move(realm)), thread_(std::move(thread)) {}

ThreadRealm::~ThreadRealm() { thread_.Join(); }

}  // namespace rt
