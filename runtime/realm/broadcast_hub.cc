#include "runtime/realm/broadcast_hub.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/base/check.h"

namespace rt {
namespace {

// V8 reads a message's bytes once, and what is shared stays shared.
std::unique_ptr<Message> Copy(const Message& message) {
  RT_CHECK(message.buffers.empty() && message.ports.empty());
  auto copy = std::make_unique<Message>();
  copy->bytes.reset(static_cast<uint8_t*>(malloc(message.size)));
  RT_CHECK(copy->bytes != nullptr);
  memcpy(copy->bytes.get(), message.bytes.get(), message.size);
  copy->size = message.size;
  copy->shared_buffers = message.shared_buffers;
  for (const v8::CompiledWasmModule& module : message.wasm_modules) {
    copy->wasm_modules.push_back(module);
  }
  if (message.platform_objects != nullptr) {
    copy->platform_objects = Copy(*message.platform_objects);
  }
  return copy;
}

}  // namespace

BroadcastHub::Member BroadcastHub::Join(const std::string& name) {
  auto [ours, theirs] = PortEnd::CreateChannel();
  absl::MutexLock lock(&mutex_);
  std::vector<Member>& members = members_[name];
  Prune(members);
  members.push_back({++last_id_, std::move(ours)});
  return {last_id_, std::move(theirs)};
}

void BroadcastHub::Post(const std::string& name, uint64_t from,
                        const Message& message) {
  absl::MutexLock lock(&mutex_);
  const auto found = members_.find(name);
  if (found == members_.end()) return;
  Prune(found->second);
  for (Member& member : found->second) {
    if (member.id != from) member.end.Post(Copy(message));
  }
  if (found->second.empty()) members_.erase(found);
}

void BroadcastHub::Prune(std::vector<Member>& members) {
  std::erase_if(members,
                [](const Member& member) { return member.end.IsEnded(); });
}

}  // namespace rt
