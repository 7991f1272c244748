#include "runtime/net/http/http_date.h"

#include <ctime>

#include "absl/strings/str_format.h"

namespace rt {

std::string FormatHttpDate(int64_t seconds) {
  // strftime(3) would write them in the language of the locale.
  static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed",
                                          "Thu", "Fri", "Sat"};
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr",
                                            "May", "Jun", "Jul", "Aug",
                                            "Sep", "Oct", "Nov", "Dec"};
  const time_t time = seconds;
  tm utc{};
  gmtime_r(&time, &utc);
  return absl::StrFormat("%s, %02d %s %04d %02d:%02d:%02d GMT",
                         kDays[utc.tm_wday], utc.tm_mday, kMonths[utc.tm_mon],
                         utc.tm_year + 1900, utc.tm_hour, utc.tm_min,
                         utc.tm_sec);
}

absl::string_view HttpDate::Now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (now.tv_sec != second_) {
    second_ = now.tv_sec;
    text_ = FormatHttpDate(second_);
  }
  return text_;
}

}  // namespace rt
