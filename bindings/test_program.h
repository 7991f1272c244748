#ifndef BINDINGS_TEST_PROGRAM_H_
#define BINDINGS_TEST_PROGRAM_H_

#include <string>

#include "runtime/realm/realm_registry.h"

namespace rt {

// Runs a program, the text of its one module, in a main realm with these
// services, from rt's own snapshot, on the calling thread, to its end, and
// CHECKs that it ended by itself. For tests of what services are told.
void RunProgram(RealmServices services, const std::string& program);

}  // namespace rt

#endif  // BINDINGS_TEST_PROGRAM_H_
