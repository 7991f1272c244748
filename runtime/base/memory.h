#ifndef RUNTIME_BASE_MEMORY_H_
#define RUNTIME_BASE_MEMORY_H_

#include <cstdint>

namespace rt {

// Bytes of memory that this process may hope to use: what the machine has, or
// what its control group (a container's limit) allows, whichever is less. Reads
// the system once; any thread.
int64_t UsableMemoryBytes();

// Gives the system back what malloc(3) holds and nobody uses: it does so by
// itself only at the end of each of its arenas. Takes milliseconds.
void ReturnFreeMemory();

}  // namespace rt

#endif  // RUNTIME_BASE_MEMORY_H_
