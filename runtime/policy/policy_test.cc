#include "runtime/policy/policy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using PolicyPtr = std::shared_ptr<const Policy>;

class PolicyTest : public testing::Test {
 protected:
  PolicyTest() {
    for (const char* folder : {"app", "app/lib", "app/node_modules",
                               "node_modules", "data", "data/in", "data2"}) {
      mkdir((folder_ / folder).c_str(), 0777);
    }
    WriteFile(folder_ / "app/main.js", "");
    WriteFile(folder_ / "data/in/x", "x");
  }

  std::string operator/(const char* name) const { return folder_ / name; }

  PolicyPtr Make(const Policy::Request& request, PolicyPtr maker = nullptr) {
    absl::StatusOr<PolicyPtr> policy =
        Policy::Make(request, folder_ / "app/main.js", std::move(maker));
    EXPECT_TRUE(policy.ok()) << policy.status();
    return *policy;
  }

  // The error of asking for this, of which the maker may not have enough.
  absl::Status Refused(const Policy::Request& request,
                       PolicyPtr maker = nullptr) {
    return Policy::Make(request, folder_ / "app/main.js", std::move(maker))
        .status();
  }

  TempFolder folder_;
};

void ExpectEperm(const absl::Status& status, absl::string_view grant) {
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(GetErrorPayload(status, kErrorCode), "EPERM");
  EXPECT_NE(status.message().find(grant), absl::string_view::npos)
      << status.message();
}

TEST(IsInTreeTest, AFolderAndWhatIsInIt) {
  EXPECT_TRUE(IsInTree("/a/b", "/a/b"));
  EXPECT_TRUE(IsInTree("/a/b/c", "/a/b"));
  EXPECT_FALSE(IsInTree("/a/bc", "/a/b"));
  EXPECT_FALSE(IsInTree("/a", "/a/b"));
  EXPECT_TRUE(IsInTree("/a", "/"));
  EXPECT_FALSE(IsInTree("", "/"));
}

TEST_F(PolicyTest, GrantsNothingByDefault) {
  const PolicyPtr policy = Make({});
  EXPECT_FALSE(policy->MayRead(*this / "app/main.js"));
  EXPECT_FALSE(policy->MayWrite(*this / "app/main.js"));
  EXPECT_FALSE(policy->MayConnect("localhost", 80));
  EXPECT_FALSE(policy->MaySeeEnv("HOME"));
  EXPECT_FALSE(policy->MayImport("rt:profiler"));
  EXPECT_TRUE(policy->MayImport("rt:realm"));
}

TEST_F(PolicyTest, ModulesMayComeFromTheEntrysTreeAndNodeModulesAbove) {
  const PolicyPtr policy = Make({});
  EXPECT_TRUE(policy->MayLoad(*this / "app/main.js"));
  EXPECT_TRUE(policy->MayLoad(*this / "app/lib/x.js"));
  EXPECT_TRUE(policy->MayLoad(*this / "node_modules/p/index.js"));
  EXPECT_FALSE(policy->MayLoad(*this / "data/in/x"));
  EXPECT_TRUE(Make({.read = {*this / "data"}})->MayLoad(*this / "data/in/x"));
}

TEST_F(PolicyTest, ReadAndWriteAreApartAndForTrees) {
  const PolicyPtr policy =
      Make({.read = {*this / "data"}, .write = {*this / "data2"}});
  EXPECT_TRUE(policy->MayRead(*this / "data/in/x"));
  EXPECT_FALSE(policy->MayRead(*this / "data2/x"));
  EXPECT_TRUE(policy->MayWrite(*this / "data2/x"));
  EXPECT_FALSE(policy->MayWrite(*this / "data/x"));
}

TEST_F(PolicyTest, AGrantIsOfTheRealPath) {
  ASSERT_EQ(symlink((*this / "data").c_str(), (*this / "link").c_str()), 0);
  const PolicyPtr policy = Make({.read = {*this / "link/in/.."}});
  EXPECT_TRUE(policy->MayRead(*this / "data/in/x"));
}

TEST_F(PolicyTest, AGrantedPathExists) {
  const absl::Status status = Refused({.read = {*this / "none"}});
  EXPECT_EQ(GetErrorPayload(status, kErrorCode), "ENOENT");
  EXPECT_EQ(GetErrorPayload(status, kErrorPath), *this / "none");
}

TEST_F(PolicyTest, AMakerGivesNoMoreThanItHas) {
  const PolicyPtr maker = Make({.read = {*this / "data"},
                                .write = {*this / "data/in"},
                                .net = {"*.a.b:443"},
                                .env = {"HOME"},
                                .stores = {"kv:a", "kv:b"},
                                .memory_bytes = 100,
                                .cpu_ns = 100,
                                .wall_ns = 100});
  const PolicyPtr less = Make({.read = {*this / "data/in"},
                               .net = {"x.a.b:443"},
                               .env = {"HOME"},
                               .memory_bytes = 50},
                              maker);
  EXPECT_EQ(less->memory_bytes(), 50u);
  EXPECT_EQ(less->cpu_ns(), 100);
  EXPECT_FALSE(less->MayRead(*this / "data/x"));

  ExpectEperm(Refused({.read = {*this / "data2"}}, maker), "sandbox.read");
  ExpectEperm(Refused({.read = {*this / "none"}}, maker), "sandbox.read");
  ExpectEperm(Refused({.write = {*this / "data"}}, maker), "sandbox.write");
  ExpectEperm(Refused({.net = {"*.b:443"}}, maker), "sandbox.net");
  ExpectEperm(Refused({.env = {"PATH"}}, maker), "sandbox.env");
  ExpectEperm(Refused({.stores = {"kv:c"}}, maker), "sandbox.stores");
  ExpectEperm(Refused({.stores = {"kv:*"}}, maker), "sandbox.stores");
  ExpectEperm(Refused({.modules = {{"rt:profiler"}}}, maker),
              "sandbox.modules");
  ExpectEperm(Refused({.memory_bytes = 101}, maker), "sandbox.memory");
  ExpectEperm(Refused({.cpu_ns = 101}, maker), "sandbox.cpuMs");
  ExpectEperm(Refused({.wall_ns = 101}, maker), "sandbox.wallMs");
}

TEST_F(PolicyTest, AnEntryIsWhereItsMakerMayLoadFrom) {
  const PolicyPtr maker = Make({.read = {*this / "data/in/x"}});
  ExpectEperm(Policy::Make({}, *this / "data/main.js", maker).status(),
              "sandbox.read");
  const absl::StatusOr<PolicyPtr> child =
      Policy::Inherit(*this / "app/lib/x.js", maker);
  ASSERT_TRUE(child.ok());
  EXPECT_TRUE((*child)->MayLoad(*this / "app/lib/y.js"));
  EXPECT_TRUE((*child)->MayLoad(*this / "app/node_modules/y.js"));
  EXPECT_FALSE((*child)->MayLoad(*this / "app/main.js"));
}

}  // namespace
}  // namespace rt
