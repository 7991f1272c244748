#include "runtime/net/http/answer_head.h"

#include <array>

#include "absl/strings/str_cat.h"

namespace rt {
namespace {

struct Reason {
  int status;
  absl::string_view text;
};

// https://www.iana.org/assignments/http-status-codes
constexpr Reason kReasons[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {207, "Multi-Status"},
    {208, "Already Reported"},
    {226, "IM Used"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {305, "Use Proxy"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {407, "Proxy Authentication Required"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {423, "Locked"},
    {424, "Failed Dependency"},
    {425, "Too Early"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {506, "Variant Also Negotiates"},
    {507, "Insufficient Storage"},
    {508, "Loop Detected"},
    {511, "Network Authentication Required"},
};

}  // namespace

absl::string_view UsualReason(int status) {
  if (status == 200) return "OK";
  for (const Reason& reason : kReasons) {
    if (reason.status == status) return reason.text;
  }
  return "";
}

void AppendHead(std::string& out, const AnswerHead& head,
                const Framing& framing, absl::string_view date,
                absl::string_view connection) {
  absl::StrAppend(&out, "HTTP/1.1 ", head.status, " ",
                  head.reason.empty() ? UsualReason(head.status) : head.reason,
                  "\r\n");
  out.append(head.fields.data(), head.fields.size());
  if (!head.has_date) absl::StrAppend(&out, "date: ", date, "\r\n");
  switch (framing.kind) {
    case Framing::Kind::kLength:
      absl::StrAppend(&out, "content-length: ", framing.length, "\r\n");
      break;
    case Framing::Kind::kChunked:
      absl::StrAppend(&out, "transfer-encoding: chunked\r\n");
      break;
    case Framing::Kind::kNothing:
    case Framing::Kind::kUntilClose:
      break;
  }
  if (!connection.empty()) {
    absl::StrAppend(&out, "connection: ", connection, "\r\n");
  }
  out += "\r\n";
}

}  // namespace rt
