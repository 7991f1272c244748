// Whatever realms are called, their labels are distinct and mean nothing
// special to `go tool pprof -tagfocus`.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <regex>
#include <set>
#include <string>

#include "profiler/model/thread_labels.h"
#include "profiler/model/utf8.h"
#include "runtime/base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::regex special("[\\x00-\\x1f\\x7f,:=\\\\+*?()|\\[\\]{}^$]");
  static const std::regex quantity("[-+]?[0-9]+[A-Za-z]*");

  FuzzedDataProvider in(data, size);
  rt::ThreadLabels labels;
  std::set<std::string> given;
  int64_t number = 0;
  while (in.remaining_bytes() > 0) {
    const std::string name = in.ConsumeRandomLengthString(100);
    const std::string entry = in.ConsumeRandomLengthString(100);
    // Now and then a number is taken again, which must not matter.
    number += in.ConsumeIntegralInRange(0, 3);
    const std::string label =
        labels.Assign({.number = number, .name = name, .entry = entry});
    RT_CHECK(!label.empty() && label.size() <= rt::ThreadLabels::kMaxBytes);
    RT_CHECK(rt::IsValidUtf8(label));
    RT_CHECK(!std::regex_search(label, special));
    RT_CHECK(!std::regex_match(label, quantity));
    RT_CHECK(label.front() != ' ' && label.back() != ' ');
    RT_CHECK(given.insert(label).second);
  }
  return 0;
}
