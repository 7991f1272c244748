#include "runtime/loader/resolve/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/file_url.h"
#include "runtime/base/interruption.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

// A folder with files, and what specifiers in one of them lead to.
class ResolverTest : public testing::Test {
 protected:
  ResolverTest() : root_(std::filesystem::canonical(folder_.path())) {}

  void Write(const std::string& name, absl::string_view content = "") {
    const std::filesystem::path path = root_ / name;
    std::filesystem::create_directories(path.parent_path());
    WriteFile(path.string(), std::string(content));
  }

  absl::StatusOr<ResolvedModule> Resolve(absl::string_view specifier,
                                         absl::string_view from = "main.ts") {
    return resolver_.Resolve(
        specifier, PathToFileUrl(absl::StrCat(root_.string(), "/", from)));
  }

  // The URL below the folder, or the error's code.
  std::string Find(absl::string_view specifier,
                   absl::string_view from = "main.ts") {
    const auto module = Resolve(specifier, from);
    if (!module.ok()) return GetErrorPayload(module.status(), kErrorCode);
    return std::string(
        absl::StripPrefix(module->url, PathToFileUrl(root_.string() + "/")));
  }

  // The error's message, with "ROOT" for the folder.
  std::string Reason(absl::string_view specifier,
                     absl::string_view from = "main.ts") {
    const auto module = Resolve(specifier, from);
    if (module.ok()) return "no error";
    return absl::StrReplaceAll(module.status().message(),
                               {{root_.string(), "ROOT"}});
  }

  const TempFolder folder_;
  const std::filesystem::path root_;
  Interruption interruption_;
  const std::unique_ptr<FileTree> files_ = NewDiskFileTree(interruption_);
  Resolver resolver_{*files_};
};

TEST_F(ResolverTest, FindsFilesByPathAndUrl) {
  Write("a b/x#1.ts");
  Write("y.js");
  EXPECT_EQ(Find("./a b/x%231.ts"), "a%20b/x%231.ts");
  EXPECT_EQ(Find("./a%20b/x%231.ts"), "a%20b/x%231.ts");
  EXPECT_EQ(Find("../y.js", "a b/x.ts"), "y.js");
  EXPECT_EQ(Find(root_.string() + "/y.js"), "y.js");
  EXPECT_EQ(Find(PathToFileUrl(root_.string() + "/y.js")), "y.js");
  EXPECT_EQ(Find("./y.js?v=1#f"), "y.js?v=1#f");
  EXPECT_EQ(Resolve("./y.js?v=1")->path, root_.string() + "/y.js");
}

TEST_F(ResolverTest, AModuleWithoutImporterIsAUrl) {
  Write("y.js");
  EXPECT_TRUE(
      resolver_.Resolve(PathToFileUrl(root_.string() + "/y.js"), "").ok());
}

TEST_F(ResolverTest, TellsFormatsByName) {
  for (const char* name : {"a.ts", "a.mts", "a.js", "a.mjs", "a.json", "a"}) {
    Write(name);
  }
  EXPECT_EQ(Resolve("./a.ts")->format, ModuleFormat::kTypeScript);
  EXPECT_EQ(Resolve("./a.mts")->format, ModuleFormat::kTypeScript);
  EXPECT_EQ(Resolve("./a.js")->format, ModuleFormat::kJavaScript);
  EXPECT_EQ(Resolve("./a.mjs")->format, ModuleFormat::kJavaScript);
  EXPECT_EQ(Resolve("./a")->format, ModuleFormat::kJavaScript);
  EXPECT_EQ(Resolve("./a.json")->format, ModuleFormat::kJson);
  EXPECT_EQ(Resolve("rt:file")->format, ModuleFormat::kBuiltin);
}

TEST_F(ResolverTest, AProgramsOwnFilesAreModulesWhateverPackageJsonSays) {
  Write("package.json", R"({"type": "commonjs"})");
  Write("a.js");
  EXPECT_EQ(Resolve("./a.js")->format, ModuleFormat::kJavaScript);
}

TEST_F(ResolverTest, RefusesFilesThatAreNoModules) {
  for (const char* name :
       {"a.tsx", "a.jsx", "a.cjs", "a.cts", "a.wasm", "a.node", "a.css"}) {
    Write(name);
  }
  EXPECT_THAT(Reason("./a.tsx"), HasSubstr("JSX is not supported"));
  EXPECT_THAT(Reason("./a.jsx"), HasSubstr("JSX is not supported"));
  EXPECT_THAT(Reason("./a.cjs"), HasSubstr("CommonJS file: ROOT/a.cjs"));
  EXPECT_THAT(Reason("./a.cts"), HasSubstr("CommonJS file: ROOT/a.cts"));
  EXPECT_THAT(Reason("./a.wasm"), HasSubstr("WebAssembly"));
  EXPECT_THAT(Reason("./a.node"), HasSubstr("native addon"));
  EXPECT_THAT(Reason("./a.css"), HasSubstr("end in .css"));
}

TEST_F(ResolverTest, DoesNotGuessExtensionsButNamesTheFileThatIsMeant) {
  Write("x.ts");
  Write("d/index.mjs");
  EXPECT_EQ(Find("./x"), "ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Reason("./x"), "there is no file ROOT/x; did you mean './x.ts'?");
  EXPECT_EQ(Reason("./x.js?q"),
            "there is no file ROOT/x.js; did you mean './x.ts?q'?");
  EXPECT_EQ(Reason("./y.js"), "there is no file ROOT/y.js");
  EXPECT_EQ(Reason("./d"),
            "ROOT/d is a folder, and only a file can be imported; did you mean "
            "'./d/index.mjs'?");
  EXPECT_THAT(Reason("./d/"), HasSubstr("did you mean './d/index.mjs'?"));
  EXPECT_THAT(Reason("x.ts"), HasSubstr("did you mean './x.ts'?"));
  EXPECT_THAT(Reason("x"), HasSubstr("did you mean './x.ts'?"));
  EXPECT_THAT(Reason("./x.ts/"), HasSubstr("there is no file ROOT/x.ts/"));
}

TEST_F(ResolverTest, SaysWhichUrlsItDoesNotFollow) {
  EXPECT_THAT(Reason("https://x/y.js"), HasSubstr("nothing over the network"));
  EXPECT_THAT(Reason("node:fs"), HasSubstr("modules of Node.js"));
  EXPECT_THAT(Reason("npm:acorn"), HasSubstr("without a scheme"));
  EXPECT_THAT(Reason("data:text/javascript,1"), HasSubstr("'data:' URLs"));
  EXPECT_THAT(Reason("file://host/x.js"), HasSubstr("another host"));
  EXPECT_THAT(Reason("./a%2fb.js"), HasSubstr("encoded '/'"));
  EXPECT_EQ(Find("@scope"), "ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Find(""), "ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Find(".hidden"), "ERR_INVALID_MODULE_SPECIFIER");
}

TEST_F(ResolverTest, FollowsSymbolicLinksToTheRealFile) {
  Write("store/p/index.js", "");
  Write("store/p/package.json", R"({"type": "module"})");
  Write("real.js");
  std::filesystem::create_directories(root_ / "node_modules");
  std::filesystem::create_symlink("../store/p", root_ / "node_modules/p");
  std::filesystem::create_symlink("real.js", root_ / "link.js");
  EXPECT_EQ(Find("p"), "store/p/index.js");
  EXPECT_EQ(Find("./link.js?x"), "real.js?x");
}

TEST_F(ResolverTest, SaysWhenAFileOrItsFolderIsLocked) {
  Write("locked/x.js");
  ASSERT_EQ(chmod((root_ / "locked").c_str(), 0), 0);
  // Permissions don't bind root.
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  const std::string reason = Reason("./locked/x.js");
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  ASSERT_EQ(chmod((root_ / "locked").c_str(), 0700), 0);
  EXPECT_EQ(reason,
            "cannot look up 'ROOT/locked/x.js': Permission denied (EACCES)");
}

TEST_F(ResolverTest, SaysWhenLinksGoInCircles) {
  std::filesystem::create_symlink("b.js", root_ / "a.js");
  std::filesystem::create_symlink("a.js", root_ / "b.js");
  EXPECT_THAT(Reason("./a.js"), HasSubstr("ELOOP"));
}

TEST_F(ResolverTest, FindsPackagesUpTheTree) {
  Write("node_modules/a/index.js");
  Write("node_modules/b/index.js");
  Write("x/node_modules/b/index.js");
  Write("node_modules/@s/c/lib/d.mjs");
  EXPECT_EQ(Find("a", "x/y/z.ts"), "node_modules/a/index.js");
  EXPECT_EQ(Find("b", "x/y/z.ts"), "x/node_modules/b/index.js");
  EXPECT_EQ(Find("@s/c/lib/d.mjs"), "node_modules/@s/c/lib/d.mjs");
  // No guessing inside a package either.
  EXPECT_EQ(Find("@s/c/lib/d"), "ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Find("@s/c/lib"), "ERR_UNSUPPORTED_DIR_IMPORT");
}

TEST_F(ResolverTest, SaysWhereItLookedForAPackage) {
  EXPECT_EQ(Reason("nowhere/x.js", "a/b.ts"),
            "there is no package 'nowhere' in a node_modules folder, from "
            "ROOT/a up to /");
  EXPECT_THAT(Reason("fs"), HasSubstr("a module of Node.js"));
  EXPECT_THAT(Reason("fs/promises"), HasSubstr("a module of Node.js"));
}

TEST_F(ResolverTest, StartsAPackageWithExportsThenModuleThenMain) {
  const auto package = [&](const char* name, const char* json) {
    const std::string folder = absl::StrCat("node_modules/", name, "/");
    Write(folder + "package.json", json);
    for (const char* file :
         {"e.mjs", "mo.mjs", "ma.mjs", "ma2.js", "index.js", "lib/index.js"}) {
      Write(folder + file);
    }
    return std::string(absl::StripPrefix(Find(name), folder));
  };
  EXPECT_EQ(package("p1", R"({"exports": "./e.mjs", "module": "mo.mjs"})"),
            "e.mjs");
  EXPECT_EQ(package("p2", R"({"module": "mo.mjs", "main": "ma.mjs"})"),
            "mo.mjs");
  EXPECT_EQ(package("p3", R"({"main": "./ma.mjs"})"), "ma.mjs");
  EXPECT_EQ(package("p4", R"({"main": "ma2"})"), "ma2.js");
  EXPECT_EQ(package("p5", R"({"main": "lib"})"), "lib/index.js");
  EXPECT_EQ(package("p6", R"({"main": "missing.js"})"), "index.js");
  EXPECT_EQ(package("p7", "{}"), "index.js");
}

TEST_F(ResolverTest, SaysThatAPackageHasNoFileToStartWith) {
  Write("node_modules/p/package.json", R"({"main": "dist/p.js"})");
  EXPECT_THAT(Reason("p"),
              HasSubstr("the package in ROOT/node_modules/p has no "
                        "file to start with: what its package.json "
                        "names is not there"));
}

TEST_F(ResolverTest, APackageMayImportItself) {
  Write("package.json", R"({"name": "me", "exports": {"./x": "./x.ts"}})");
  Write("x.ts");
  EXPECT_EQ(Find("me/x", "deep/down/y.ts"), "x.ts");
  EXPECT_EQ(Find("me"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
}

TEST_F(ResolverTest, FollowsAPackagesOwnNames) {
  Write("node_modules/p/package.json", R"({"imports": {
      "#in": "./in.mjs", "#dep": "q/sub.mjs", "#rt": "rt:file",
      "#loop": "#in"}})");
  Write("node_modules/p/in.mjs");
  Write("node_modules/q/sub.mjs");
  const char* from = "node_modules/p/lib/a.mjs";
  EXPECT_EQ(Find("#in", from), "node_modules/p/in.mjs");
  EXPECT_EQ(Find("#dep", from), "node_modules/q/sub.mjs");
  EXPECT_EQ(Find("#rt", from), "rt:file");
  EXPECT_EQ(Find("#loop", from), "ERR_INVALID_PACKAGE_TARGET");
  EXPECT_EQ(Find("#none", from), "ERR_PACKAGE_IMPORT_NOT_DEFINED");
  // node_modules ends the search for a package's folder.
  EXPECT_EQ(Find("#in", "node_modules/x.mjs"),
            "ERR_PACKAGE_IMPORT_NOT_DEFINED");
}

TEST_F(ResolverTest, NamesACommonJsPackage) {
  Write("node_modules/p/package.json",
        R"({"name": "p", "version": "1.2.3", "type": "commonjs"})");
  Write("node_modules/p/index.js");
  EXPECT_EQ(Find("p"), "ERR_COMMONJS");
  EXPECT_THAT(Reason("p"), HasSubstr("the package 'p' 1.2.3 is CommonJS: "
                                     "ROOT/node_modules/p/index.js"));
}

TEST_F(ResolverTest, NamesAPackageWithNothingButRequire) {
  Write("node_modules/p/package.json", R"({"name": "p", "exports": {
      "require": "./p.cjs"}})");
  EXPECT_EQ(Find("p"), "ERR_COMMONJS");
  EXPECT_THAT(Reason("p"), HasSubstr("'p' is CommonJS: "
                                     "ROOT/node_modules/p/p.cjs"));
}

TEST_F(ResolverTest, AFileOfAPackageIsWhatTheNearestPackageJsonSays) {
  Write("node_modules/p/package.json", R"({"type": "module"})");
  Write("node_modules/p/a.js");
  Write("node_modules/p/cjs/package.json", R"({"type": "commonjs"})");
  Write("node_modules/p/cjs/a.js");
  Write("node_modules/q/package.json", "{}");
  Write("node_modules/q/a.js");
  Write("node_modules/q/a.mjs");
  EXPECT_EQ(Resolve("p/a.js")->format, ModuleFormat::kJavaScript);
  EXPECT_EQ(Find("p/cjs/a.js"), "ERR_COMMONJS");
  EXPECT_EQ(Resolve("q/a.js")->format, ModuleFormat::kJavaScriptOrCommonJs);
  EXPECT_EQ(Resolve("q/a.mjs")->format, ModuleFormat::kJavaScript);
}

TEST_F(ResolverTest, NamesABrokenPackageJson) {
  Write("node_modules/p/package.json", "{");
  EXPECT_EQ(Find("p"), "ERR_INVALID_PACKAGE_CONFIG");
  EXPECT_THAT(Reason("p"), HasSubstr("ROOT/node_modules/p/package.json:1"));
}

TEST_F(ResolverTest, AUrlAloneNeedsNoFile) {
  const std::string here = PathToFileUrl(root_.string() + "/");
  EXPECT_EQ(*resolver_.ResolveUrl("./data.bin", here + "a.ts"),
            here + "data.bin");
  EXPECT_FALSE(resolver_.ResolveUrl("nowhere", here + "a.ts").ok());
}

}  // namespace
}  // namespace rt
