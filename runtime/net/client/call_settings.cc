#include "runtime/net/client/call_settings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/net/websocket_url.h"

namespace rt {
namespace {

absl::Status Wrong(absl::string_view text, absl::string_view problem) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' is no NAME=URL of a backend: ", problem));
}

bool IsName(absl::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' ||
           c == '_' || c == '.';
  });
}

}  // namespace

absl::StatusOr<Backend> ParseBackend(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos) {
    return Wrong(text, "there is no '='");
  }
  Backend backend;
  backend.name = std::string(text.substr(0, equals));
  if (!IsName(backend.name)) {
    return Wrong(text, "a name is of letters, digits, '-', '_' and '.'");
  }
  absl::string_view url = text.substr(equals + 1);
  if (absl::ConsumePrefix(&url, "unix:")) {
    if (url.empty()) return Wrong(text, "there is no path after 'unix:'");
    backend.origin = absl::StrCat("http://", backend.name);
    backend.unix_path = std::string(url);
    return backend;
  }
  const bool is_secure = absl::ConsumePrefix(&url, "https://");
  if (!is_secure && !absl::ConsumePrefix(&url, "http://")) {
    return Wrong(text, "the URL begins with http://, https:// or unix:");
  }
  absl::ConsumeSuffix(&url, "/");
  if (absl::StrContains(url, "@")) {
    return Wrong(text, "a URL with a user or a password is not taken");
  }
  if (url.find_first_of("/?#") != absl::string_view::npos) {
    return Wrong(text,
                 "the URL ends with the host and the port: path and "
                 "query are the request's");
  }
  const bool has_port =
      absl::StrContains(url, ":") && !absl::EndsWith(url, "]");
  const absl::StatusOr<HostPort> at =
      ParseHostPort(has_port ? std::string(url)
                             : absl::StrCat(url, is_secure ? ":443" : ":80"));
  if (!at.ok()) return Wrong(text, at.status().message());
  if (at->port == 0) return Wrong(text, "there is no port 0");
  backend.origin = absl::StrCat(is_secure ? "https://" : "http://", at->Text());
  return backend;
}

absl::Status AddBackend(absl::string_view text, CallSettings& settings) {
  absl::StatusOr<Backend> backend = ParseBackend(text);
  if (!backend.ok()) return backend.status();
  for (const Backend& other : settings.backends) {
    if (other.name == backend->name) {
      return Wrong(text, "there is another backend of that name");
    }
  }
  settings.backends.push_back(*std::move(backend));
  return absl::OkStatus();
}

}  // namespace rt
