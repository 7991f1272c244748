#include "runtime/net/host_lookup.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/ipc/io_thread.h"

namespace rt {
namespace {

class HostLookupTest : public testing::Test {
 protected:
  void SetUp() override {
    auto io = IoThread::Start("test");
    ASSERT_TRUE(io.ok());
    io_ = *std::move(io);
  }

  absl::StatusOr<HostLookup::Addresses> Find(const std::string& host) {
    std::optional<HostLookup> lookup;
    std::optional<absl::StatusOr<HostLookup::Addresses>> found;
    absl::Notification done;
    io_->Post([&] {
      lookup.emplace(io_->context(), HostPort{host, 4711},
                     [&](absl::StatusOr<HostLookup::Addresses> result) {
                       found = std::move(result);
                       // From within its callback.
                       lookup.reset();
                       done.Notify();
                     });
      // Later, and not before the constructor returns.
      EXPECT_FALSE(found.has_value());
    });
    done.WaitForNotification();
    return *std::move(found);
  }

  std::unique_ptr<IoThread> io_;
};

TEST_F(HostLookupTest, AnAddressIsItsOwn) {
  for (const std::string address : {"127.0.0.1", "203.0.113.7", "::1"}) {
    const auto found = Find(address);
    ASSERT_TRUE(found.ok()) << found.status();
    ASSERT_EQ(found->size(), 1u);
    EXPECT_EQ(found->front().address().to_string(), address);
    EXPECT_EQ(found->front().port(), 4711);
  }
}

TEST_F(HostLookupTest, FindsTheAddressesOfAName) {
  const auto found = Find("localhost");
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_FALSE(found->empty());
  for (const auto& endpoint : *found) {
    EXPECT_TRUE(endpoint.address().is_loopback()) << endpoint;
    EXPECT_EQ(endpoint.port(), 4711);
  }
}

// RFC 6761, 6.4.
TEST_F(HostLookupTest, ANameThatNobodyHasIsToldAsSuch) {
  const auto found = Find("nowhere.invalid");
  EXPECT_EQ(GetErrorPayload(found.status(), kErrorCode), "ENOTFOUND");
  EXPECT_THAT(found.status().message(), testing::ContainsRegex("[Nn]ame "));
}

TEST_F(HostLookupTest, OneThatIsDestroyedCallsNobody) {
  bool was_called = false;
  io_->Run([&] {
    for (const std::string host : {"localhost", "127.0.0.1"}) {
      const HostLookup lookup(io_->context(), HostPort{host, 1},
                              [&](const auto&) { was_called = true; });
    }
  });
  // Behind what the others may have posted.
  EXPECT_TRUE(Find("localhost").ok());
  EXPECT_TRUE(Find("127.0.0.1").ok());
  EXPECT_FALSE(was_called);
}

}  // namespace
}  // namespace rt
