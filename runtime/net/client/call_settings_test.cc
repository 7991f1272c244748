#include "runtime/net/client/call_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace rt {
namespace {

using testing::HasSubstr;

TEST(ParseBackend, TakesOriginsAndSockets) {
  const auto plain = ParseBackend("api=http://10.0.0.1/");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->name, "api");
  EXPECT_EQ(plain->origin, "http://10.0.0.1:80");
  EXPECT_EQ(plain->unix_path, "");
  EXPECT_EQ(ParseBackend("a.b-c_1=https://[::1]:8443")->origin,
            "https://[::1]:8443");
  const auto socket = ParseBackend("s=unix:/run/s.sock");
  ASSERT_TRUE(socket.ok());
  EXPECT_EQ(socket->origin, "http://s");
  EXPECT_EQ(socket->unix_path, "/run/s.sock");
}

TEST(ParseBackend, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"api", "no '='"},
      {"=http://h", "a name is"},
      {"a b=http://h", "a name is"},
      {"a=ftp://h", "begins with"},
      {"a=http://h/path", "path and query are the request's"},
      {"a=http://h?q", "path and query are the request's"},
      {"a=http://u:p@h", "a user or a password"},
      {"a=http://h:0", "port 0"},
      {"a=http://h:65536", "is no host and port"},
      {"a=unix:", "no path"},
  };
  for (const auto& [text, problem] : cases) {
    const auto backend = ParseBackend(text);
    ASSERT_FALSE(backend.ok()) << text;
    EXPECT_THAT(std::string(backend.status().message()), HasSubstr(problem))
        << text;
  }
}

TEST(AddBackend, RefusesASecondOneOfTheName) {
  CallSettings settings;
  EXPECT_TRUE(AddBackend("a=http://one", settings).ok());
  EXPECT_TRUE(AddBackend("b=http://two", settings).ok());
  EXPECT_FALSE(AddBackend("a=http://three", settings).ok());
  EXPECT_EQ(settings.backends.size(), 2u);
}

}  // namespace
}  // namespace rt
