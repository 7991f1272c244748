#ifndef RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_H_
#define RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_H_

#include <string>

namespace rt {

// JavaScript that was TypeScript.
struct Transpiled {
  std::string code;
  // A source map as JSON; empty where every line and column is where it was.
  std::string map;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_TYPESCRIPT_TRANSPILED_H_
