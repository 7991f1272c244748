#ifndef RUNTIME_LOADER_MODULE_GRAPH_H_
#define RUNTIME_LOADER_MODULE_GRAPH_H_

#include <v8.h>

#include <cstddef>
#include <vector>

#include "runtime/loader/module_map.h"

namespace rt {

// A record whose module, and all that it reaches by imports, has compiled.
//
// V8 links and evaluates a graph by recursion, on a stack that bears some
// thousand modules. A deeper graph is given to it in pieces: modules in whose
// order it comes to the same as evaluating `root` alone, each with few enough
// modules below it that are not in an earlier piece. The last is `root`. Most
// graphs are one piece. A single cycle cannot be cut: the order of its modules
// depends on where it is entered.
struct GraphPieces {
  std::vector<ModuleRecord*> modules;
  // How many modules the largest cycle has; 1 where there is none.
  size_t largest_cycle = 0;
};
GraphPieces CutGraph(v8::Isolate* isolate, ModuleRecord& root);

}  // namespace rt

#endif  // RUNTIME_LOADER_MODULE_GRAPH_H_
