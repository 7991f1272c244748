#ifndef BINDINGS_TEST_TOLD_CALLS_H_
#define BINDINGS_TEST_TOLD_CALLS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/observe/request_observer.h"

// For tests of what the observation of a request is told of the calls that are
// made for it.

namespace rt {

// All that was told of one call.
struct ToldCall {
  std::string backend;
  std::string method;
  std::string url;
  int head_status = 0;
  std::optional<BackendObservation::End> end;
};

// Runs the program, in which URL stands for `url`, and returns what was told,
// in the order of the calls. forRequest(callback) has what the callback starts
// work for a request; endRequest() ends that.
std::vector<std::shared_ptr<ToldCall>> ToldBy(const std::string& program,
                                              const std::string& url);

}  // namespace rt

#endif  // BINDINGS_TEST_TOLD_CALLS_H_
