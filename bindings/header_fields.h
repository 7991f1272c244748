#ifndef BINDINGS_HEADER_FIELDS_H_
#define BINDINGS_HEADER_FIELDS_H_

#include <v8.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/net/http/request_head.h"

namespace rt {

// The headers of an answer, as lines.
struct HeaderFields {
  std::string lines;
  bool has_date = false;
  bool closes = false;
  std::optional<uint64_t> content_length;

  // Where each name and value is in `lines`, for observers.
  std::vector<HttpField> fields() const;

  // Takes them from a flat array of names and values that are checked already
  // (modules/web/fetch/header_list.ts), without those that are the server's to
  // write (AnswerHead). Reuses the memory.
  void Take(v8::Isolate* isolate, v8::Local<v8::Array> list);
};

// The other way round: the flat array of a request's headers.
v8::Local<v8::Array> NewHeaderList(v8::Isolate* isolate,
                                   const RequestHead& head);

}  // namespace rt

#endif  // BINDINGS_HEADER_FIELDS_H_
