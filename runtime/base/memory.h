#ifndef RUNTIME_BASE_MEMORY_H_
#define RUNTIME_BASE_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace rt {

// Bytes of memory that this process may hope to use: what the machine has, or
// what its control group (a container's limit) allows, whichever is less. Reads
// the system once; any thread.
int64_t UsableMemoryBytes();

// Has malloc(3) keep up to 32 MB at the end of an arena for later, and map
// blocks by themselves only from 16 MB on. Left alone, it comes to limits like
// these once it has seen such blocks (mallopt(3), M_MMAP_THRESHOLD), but to
// twice the size of one: then several bodies of a megabyte are given back and
// taken anew all the time, and each of their pages costs a fault. Once, before
// threads start.
void KeepFreeMemory();

// New addresses that begin at a multiple of `alignment`, itself one of the page
// size; they can be read and written, and have memory once they are. Null where
// the system has none. munmap(2) gives them back.
char* MapAligned(size_t bytes, size_t alignment);

// Asks the system for the pages of this memory at once, instead of by a fault
// for each one when it is first written. Where a fault is slow, as on virtual
// machines, that is most of what new memory costs. From Linux 5.14 on;
// elsewhere nothing happens. Of the range, the whole pages.
void PopulatePages(void* begin, size_t bytes);

// Does that for as much of what malloc(3) gives the calling thread next, and
// has malloc ask the system for it once and not in small steps.
void PopulateMalloc(size_t bytes);

// Gives the system back what malloc(3) holds and nobody uses: it does so by
// itself only at the end of each of its arenas. Takes milliseconds.
void ReturnFreeMemory();

}  // namespace rt

#endif  // RUNTIME_BASE_MEMORY_H_
