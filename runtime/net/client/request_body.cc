#include "runtime/net/client/request_body.h"

#include <curl/curl.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rt {

void RequestBody::Write(HttpRequest::Bytes part) {
  is_starved_ = false;
  if (part.bytes.empty()) {
    is_finished_ = true;
  } else {
    parts_.push_back(std::move(part));
  }
}

size_t RequestBody::Read(char* into, size_t room) {
  size_t size = 0;
  while (size < room && !parts_.empty()) {
    const absl::string_view bytes = parts_.front().bytes;
    const size_t taken = std::min(room - size, bytes.size() - taken_);
    memcpy(into + size, bytes.data() + taken_, taken);
    size += taken;
    taken_ += taken;
    if (taken_ == bytes.size()) {
      parts_.pop_front();
      taken_ = 0;
    }
  }
  size_taken_ += static_cast<int64_t>(size);
  if (size > 0 || is_finished_) return size;
  is_starved_ = true;
  return CURL_READFUNC_PAUSE;
}

}  // namespace rt
