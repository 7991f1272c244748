#include "runtime/loader/resolve/package_targets.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/base/error_payload.h"
#include "runtime/loader/resolve/resolve_error.h"

namespace rt {
namespace {

constexpr absl::string_view kConditions[] = {"rt", "import"};

PackageJson Package(absl::string_view json) {
  absl::StatusOr<PackageJson> package = ParsePackageJson("/p", json);
  EXPECT_TRUE(package.ok()) << package.status();
  return package.ok() ? *std::move(package) : PackageJson();
}

// What `subpath` of a package with these exports comes to: a path in the
// package, or the error's code.
std::string Export(absl::string_view exports, absl::string_view subpath) {
  const PackageJson package =
      Package(absl::StrCat("{\"exports\": ", exports, "}"));
  absl::StatusOr<std::string> url =
      ResolvePackageExport(package, subpath, kConditions);
  if (!url.ok()) return GetErrorPayload(url.status(), kErrorCode);
  return std::string(absl::StripPrefix(*url, "file:///p/"));
}

std::string Import(absl::string_view imports, absl::string_view specifier) {
  const PackageJson package =
      Package(absl::StrCat("{\"imports\": ", imports, "}"));
  absl::StatusOr<std::string> target =
      ResolvePackageImport(package, specifier, kConditions);
  if (!target.ok()) return GetErrorPayload(target.status(), kErrorCode);
  return std::string(absl::StripPrefix(*target, "file:///p/"));
}

constexpr char kNotExported[] = "ERR_PACKAGE_PATH_NOT_EXPORTED";
constexpr char kInvalidTarget[] = "ERR_INVALID_PACKAGE_TARGET";
constexpr char kInvalidConfig[] = "ERR_INVALID_PACKAGE_CONFIG";

// The examples and rules of https://nodejs.org/api/packages.html and of the
// algorithm in https://nodejs.org/api/esm.html.

TEST(PackageExports, MainIsAStringAnObjectOrADot) {
  EXPECT_EQ(Export(R"("./index.js")", "."), "index.js");
  EXPECT_EQ(Export(R"({"import": "./i.mjs", "require": "./r.cjs"})", "."),
            "i.mjs");
  EXPECT_EQ(Export(R"({".": "./index.js"})", "."), "index.js");
  EXPECT_EQ(Export(R"({".": {"default": "./d.js"}, "./x": "./x.js"})", "."),
            "d.js");
}

TEST(PackageExports, HideWhatTheyDoNotName) {
  EXPECT_EQ(Export(R"("./index.js")", "./lib.js"), kNotExported);
  EXPECT_EQ(Export(R"({"./x": "./x.js"})", "."), kNotExported);
  EXPECT_EQ(Export(R"({".": "./index.js"})", "./package.json"), kNotExported);
  EXPECT_EQ(Export("{}", "."), kNotExported);
  EXPECT_EQ(Export("false", "."), kInvalidTarget);
}

TEST(PackageExports, SubpathsAreExactFirst) {
  const char* exports = R"({
    "./features/*.js": "./src/features/*.js",
    "./features/x.js": "./special.js",
    "./a": "./a.js"
  })";
  EXPECT_EQ(Export(exports, "./a"), "a.js");
  EXPECT_EQ(Export(exports, "./features/x.js"), "special.js");
  EXPECT_EQ(Export(exports, "./features/y/z.js"), "src/features/y/z.js");
  EXPECT_EQ(Export(exports, "./features/y"), kNotExported);
}

TEST(PackageExports, TheMoreSpecificPatternWins) {
  const char* exports = R"({
    "./*": "./all/*",
    "./f/*": "./f/*",
    "./f/*.js": "./fjs/*.js",
    "./f/private/*": null
  })";
  EXPECT_EQ(Export(exports, "./x"), "all/x");
  EXPECT_EQ(Export(exports, "./f/x"), "f/x");
  EXPECT_EQ(Export(exports, "./f/x.js"), "fjs/x.js");
  EXPECT_EQ(Export(exports, "./f/private/x.js"), kNotExported);
}

TEST(PackageExports, AStarStandsForAtLeastOneCharacter) {
  EXPECT_EQ(Export(R"({"./f/*": "./f/*.js"})", "./f/"), kNotExported);
  EXPECT_EQ(Export(R"({"./f/*.js": "./f/*.js"})", "./f/.js"), kNotExported);
  EXPECT_EQ(Export(R"({"./*/*": "./x.js"})", "./a/b"), kNotExported);
}

TEST(PackageExports, EveryStarOfATargetIsReplaced) {
  EXPECT_EQ(Export(R"({"./*": "./*/*.js"})", "./a"), "a/a.js");
}

TEST(PackageExports, ConditionsAreTriedInTheirOrder) {
  EXPECT_EQ(
      Export(R"({"node": "./n.js", "import": "./i.js", "rt": "./r.js"})", "."),
      "i.js");
  EXPECT_EQ(Export(R"({"rt": "./r.js", "import": "./i.js"})", "."), "r.js");
  EXPECT_EQ(Export(R"({"default": "./d.js", "rt": "./r.js"})", "."), "d.js");
  EXPECT_EQ(Export(R"({"node": "./n.js", "require": "./r.js"})", "."),
            kNotExported);
}

TEST(PackageExports, NestedConditionsFallThrough) {
  EXPECT_EQ(Export(R"({
    "rt": {"require": "./r.js"},
    "import": {"types": "./t.d.ts", "default": "./i.js"}
  })",
                   "."),
            "i.js");
}

TEST(PackageExports, NullEndsTheSearch) {
  EXPECT_EQ(Export(R"({"rt": null, "default": "./d.js"})", "."), kNotExported);
  EXPECT_EQ(Export(R"({"./x": null, "./*": "./*"})", "./x"), kNotExported);
}

TEST(PackageExports, AnArrayGivesTheFirstThatIsValid) {
  EXPECT_EQ(Export(R"(["no-path", "./i.js", "./j.js"])", "."), "i.js");
  EXPECT_EQ(Export(R"([{"require": "./r.js"}, "./i.js"])", "."), "i.js");
  EXPECT_EQ(Export(R"([null, "./i.js"])", "."), "i.js");
  EXPECT_EQ(Export(R"(["no-path"])", "."), kInvalidTarget);
  EXPECT_EQ(Export("[]", "."), kNotExported);
}

TEST(PackageExports, TargetsStayInThePackage) {
  for (const char* target :
       {"index.js", "../x.js", "/x.js", "./../x.js", "./a/../x.js", "./a/./x",
        "./node_modules/x", "./a/%2e%2E/x.js", "./NODE%5fmodules/x", "./a//x",
        "./a\\..\\x.js", "http://x/y", ""}) {
    EXPECT_EQ(Export(boost::json::serialize(boost::json::string(target)), "."),
              kInvalidTarget)
        << target;
  }
  EXPECT_EQ(Export("1", "."), kInvalidTarget);
}

TEST(PackageExports, WhatMatchesAStarStaysInThePackage) {
  for (const char* subpath : {"./../x", "./a/../../x", "./%2e%2e/x",
                              "./node_modules/y", "./a//b", "./a\\..\\b"}) {
    EXPECT_EQ(Export(R"({"./*": "./lib/*"})", subpath),
              "ERR_INVALID_MODULE_SPECIFIER")
        << subpath;
  }
}

TEST(PackageExports, KeysAreAllPathsOrAllConditions) {
  EXPECT_EQ(Export(R"({".": "./a.js", "import": "./b.js"})", "."),
            kInvalidConfig);
  EXPECT_EQ(Export(R"({"0": "./a.js", "default": "./b.js"})", "."),
            kInvalidConfig);
  EXPECT_EQ(Export(R"({"./x": {"1": "./a.js"}})", "./x"), kInvalidConfig);
}

TEST(PackageExports, TargetsAreUrls) {
  EXPECT_EQ(Export(R"("./a b%20c.js?x")", "."), "a%20b%20c.js?x");
}

TEST(PackageImports, LeadToFilesPackagesAndBuiltIns) {
  const char* imports = R"({
    "#file": "./f.js",
    "#dep": {"node": "dep-native", "default": "dep"},
    "#rt": "rt:file",
    "#int/*.js": "./src/*.js",
    "#dep/*": "dep/lib/*"
  })";
  EXPECT_EQ(Import(imports, "#file"), "f.js");
  EXPECT_EQ(Import(imports, "#dep"), "dep");
  EXPECT_EQ(Import(imports, "#rt"), "rt:file");
  EXPECT_EQ(Import(imports, "#int/a/b.js"), "src/a/b.js");
  EXPECT_EQ(Import(imports, "#dep/x"), "dep/lib/x");
}

TEST(PackageImports, AreRefusedWhereTheyLeadNowhere) {
  constexpr char kNotDefined[] = "ERR_PACKAGE_IMPORT_NOT_DEFINED";
  EXPECT_EQ(Import("{}", "#x"), kNotDefined);
  EXPECT_EQ(Import("null", "#x"), kNotDefined);
  EXPECT_EQ(Import(R"({"#x": null})", "#x"), kNotDefined);
  EXPECT_EQ(Import(R"({"#x/*": "./x/*"})", "#x/"), kNotDefined);
  EXPECT_EQ(Import(R"({"#x": "../y.js"})", "#x"), kInvalidTarget);
  EXPECT_EQ(Import(R"({"#x": "/y.js"})", "#x"), kInvalidTarget);
  EXPECT_EQ(Import(R"({"#x": "https://y/z.js"})", "#x"), kInvalidTarget);
}

TEST(PackageJson, ReadsItsFields) {
  const PackageJson package = Package(
      "\xEF\xBB\xBF"
      R"({"name": "n", "version": "1.2.3", "type": "module", "main": "m.js",
          "module": 5})");
  EXPECT_EQ(package.name, "n");
  EXPECT_EQ(package.version, "1.2.3");
  EXPECT_EQ(package.type, PackageJson::Type::kModule);
  EXPECT_EQ(package.main, "m.js");
  EXPECT_EQ(package.module, "");
  EXPECT_TRUE(package.exports.is_null());
}

TEST(PackageJson, NamesTheLineWhereItIsNoJson) {
  const auto bad = ParsePackageJson("/p", "{\n  \"name\": x\n}");
  EXPECT_TRUE(IsResolveError(bad.status(), ResolveCode::kInvalidPackageConfig));
  EXPECT_TRUE(absl::StrContains(bad.status().message(), "/p/package.json:2"))
      << bad.status();
  for (const char* text : {"", "{", "[]", "{} x", "null"}) {
    EXPECT_FALSE(ParsePackageJson("/p", text).ok()) << text;
  }
  // Deeper than any reader's stack should follow.
  EXPECT_FALSE(
      ParsePackageJson("/p", "{\"exports\": " + std::string(100000, '[')).ok());
}

}  // namespace
}  // namespace rt
