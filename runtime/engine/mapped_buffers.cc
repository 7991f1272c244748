#include "runtime/engine/mapped_buffers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/engine/buffer_allocator.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

MappedBuffers::Reservation* MappedBuffers::Find(uintptr_t address) {
  auto after = reservations_.upper_bound(address);
  if (after == reservations_.begin()) return nullptr;
  auto& [first, reservation] = *std::prev(after);
  return address - first < reservation.length ? &reservation : nullptr;
}

void MappedBuffers::OnReserve(const void* address, size_t length) {
  BufferAllocator* const maker = IsolateHost::CurrentBuffers();
  if (maker == nullptr) return;
  Reservation reservation;
  reservation.length = length;
  if (maker->CountsMapped()) reservation.payer = maker->shared_from_this();
  absl::MutexLock lock(&mutex_);
  reservations_[reinterpret_cast<uintptr_t>(address)] = std::move(reservation);
}

bool MappedBuffers::MayCommit(const void* address, size_t length) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  std::shared_ptr<BufferAllocator> payer;
  size_t committed = 0;
  {
    absl::MutexLock lock(&mutex_);
    const Reservation* const found = Find(begin);
    if (found == nullptr) return true;
    payer = found->payer;
    committed = found->committed;
  }
  if (length <= committed) return true;
  // Without the lock: collecting garbage frees others. Two threads that have
  // one memory grow at the same time are both asked for the whole way.
  if (payer != nullptr &&
      !payer->MayMap(committed, length,
                     payer.get() == IsolateHost::CurrentBuffers())) {
    return false;
  }
  absl::MutexLock lock(&mutex_);
  Reservation* const found = Find(begin);
  if (found == nullptr || length <= found->committed) return true;
  if (found->payer != nullptr) {
    found->payer->AddMapped(static_cast<ptrdiff_t>(length - found->committed));
  }
  found->begin = begin;
  found->committed = length;
  return true;
}

void MappedBuffers::OnDecommit(const void* address, size_t length) {
  const auto from = reinterpret_cast<uintptr_t>(address);
  absl::MutexLock lock(&mutex_);
  Reservation* const found = Find(from);
  if (found == nullptr || found->committed == 0 || from < found->begin) return;
  const size_t kept = from - found->begin;
  // Only the end of a buffer goes.
  if (kept >= found->committed || kept + length < found->committed) return;
  if (found->payer != nullptr) {
    found->payer->AddMapped(-static_cast<ptrdiff_t>(found->committed - kept));
  }
  found->committed = kept;
}

void MappedBuffers::OnFree(const void* address) {
  absl::MutexLock lock(&mutex_);
  const auto found = reservations_.find(reinterpret_cast<uintptr_t>(address));
  if (found == reservations_.end()) return;
  const Reservation& reservation = found->second;
  if (reservation.payer != nullptr) {
    reservation.payer->AddMapped(
        -static_cast<ptrdiff_t>(reservation.committed));
  }
  reservations_.erase(found);
}

void MappedBuffers::SetPayer(const void* data,
                             std::shared_ptr<BufferAllocator> payer) {
  absl::MutexLock lock(&mutex_);
  Reservation* const found = Find(reinterpret_cast<uintptr_t>(data));
  if (found == nullptr) return;
  const auto committed = static_cast<ptrdiff_t>(found->committed);
  if (found->payer != nullptr) found->payer->AddMapped(-committed);
  if (payer != nullptr) payer->AddMapped(committed);
  found->payer = std::move(payer);
}

}  // namespace rt
