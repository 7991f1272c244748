#ifndef RUNTIME_STORE_STORED_VALUE_H_
#define RUNTIME_STORE_STORED_VALUE_H_

#include <string>

namespace rt {

// What the bytes of a value stand for. The numbers are kept in files.
enum class StoredKind : int {
  kBytes = 0,
  kText = 1,    // UTF-8
  kCloned = 2,  // a JavaScript value, as who put it there serialized it
};

// A value of JavaScript's in a store: plain data, of no realm.
struct StoredValue {
  StoredKind kind = StoredKind::kBytes;
  std::string bytes;
};

}  // namespace rt

#endif  // RUNTIME_STORE_STORED_VALUE_H_
