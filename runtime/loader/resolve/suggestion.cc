#include "runtime/loader/resolve/suggestion.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/loader/resolve/path.h"
#include "runtime/loader/resolve/reference.h"

namespace rt {
namespace {

constexpr absl::string_view kExtensions[] = {".ts", ".mts", ".js", ".mjs",
                                             ".json"};

// https://nodejs.org/api/module.html#modulebuiltinmodules, those with a name
// that a program is likely to import.
constexpr absl::string_view kNodeModules[] = {
    "assert",     "async_hooks",
    "buffer",     "child_process",
    "cluster",    "console",
    "constants",  "crypto",
    "dgram",      "diagnostics_channel",
    "dns",        "domain",
    "events",     "fs",
    "http",       "http2",
    "https",      "inspector",
    "module",     "net",
    "os",         "path",
    "perf_hooks", "process",
    "punycode",   "querystring",
    "readline",   "repl",
    "stream",     "string_decoder",
    "timers",     "tls",
    "tty",        "url",
    "util",       "v8",
    "vm",         "worker_threads",
    "zlib"};

bool IsFile(FileTree& files, const std::string& path) {
  const absl::StatusOr<FileTree::Kind> kind = files.Find(path);
  return kind.ok() && *kind == FileTree::Kind::kFile;
}

// The endings that a file may have instead of the end of `path`: what a person
// forgets ("./x" for "./x.ts"), or what other tools let one write ("./x.js" for
// "./x.ts").
struct Exchange {
  absl::string_view removed;
  std::string added;
};

std::vector<Exchange> Exchanges(absl::string_view path) {
  std::vector<Exchange> exchanges;
  for (const absl::string_view extension : kExtensions) {
    exchanges.push_back({"", std::string(extension)});
  }
  const absl::string_view written = ExtensionOf(path);
  if (absl::c_linear_search(kExtensions, written) || written == ".jsx" ||
      written == ".tsx") {
    for (const absl::string_view extension : kExtensions) {
      exchanges.push_back({written, std::string(extension)});
    }
  }
  return exchanges;
}

// "; did you mean './x.ts'?", or nothing.
std::string DidYouMean(FileTree& files, absl::string_view path,
                       absl::string_view specifier,
                       const std::vector<Exchange>& exchanges) {
  const auto [written, suffix] = SplitUrl(specifier);
  for (const Exchange& exchange : exchanges) {
    if (!absl::EndsWith(path, exchange.removed) ||
        !absl::EndsWith(written, exchange.removed)) {
      continue;
    }
    const std::string candidate =
        absl::StrCat(absl::StripSuffix(path, exchange.removed), exchange.added);
    if (candidate == path || !IsFile(files, candidate)) continue;
    return absl::StrCat("; did you mean '",
                        absl::StripSuffix(written, exchange.removed),
                        exchange.added, suffix, "'?");
  }
  return "";
}

bool IsNodeModule(absl::string_view specifier) {
  return absl::c_linear_search(kNodeModules,
                               specifier.substr(0, specifier.find('/')));
}

}  // namespace

std::string AdviceOnFile(FileTree& files, const std::string& path,
                         absl::string_view specifier) {
  if (absl::EndsWith(path, "/")) {
    return absl::StrCat("there is no file ", path);
  }
  return absl::StrCat("there is no file ", path,
                      DidYouMean(files, path, specifier, Exchanges(path)));
}

std::string AdviceOnFolder(FileTree& files, const std::string& path,
                           absl::string_view specifier) {
  std::vector<Exchange> exchanges = Exchanges(path);
  const char* const slash = absl::EndsWith(path, "/") ? "" : "/";
  for (const absl::string_view extension : kExtensions) {
    exchanges.push_back({"", absl::StrCat(slash, "index", extension)});
  }
  return absl::StrCat(path, " is a folder, and only a file can be imported",
                      DidYouMean(files, path, specifier, exchanges));
}

std::string AdviceOnPackage(FileTree& files, absl::string_view name,
                            absl::string_view specifier,
                            absl::string_view importer) {
  const absl::string_view folder = FolderOf(importer);
  if (IsNodeModule(specifier)) {
    return absl::StrCat("'", name,
                        "' is a module of Node.js, which rt does not have, and "
                        "there is no such package in a node_modules folder");
  }
  const std::string beside =
      absl::StrCat(folder == "/" ? "" : folder, "/", SplitUrl(specifier).path);
  std::vector<Exchange> exchanges = Exchanges(beside);
  std::string advice;
  if (IsFile(files, beside)) {
    advice = absl::StrCat("; did you mean './", specifier, "'?");
  } else {
    advice =
        DidYouMean(files, beside, absl::StrCat("./", specifier), exchanges);
  }
  return absl::StrCat("there is no package '", name,
                      "' in a node_modules folder, from ", folder, " up to /",
                      advice);
}

std::string AdviceOnScheme(absl::string_view scheme,
                           absl::string_view specifier) {
  if (scheme == "node") {
    return "rt does not have the modules of Node.js";
  }
  if (scheme == "http" || scheme == "https") {
    return "rt imports files and packages of this machine, nothing over the "
           "network";
  }
  if (scheme == "npm" || scheme == "jsr") {
    return "install the package and import it by its name, without a scheme";
  }
  return absl::StrCat("'", scheme,
                      ":' URLs can't be imported, only paths, file: URLs, "
                      "packages and rt: modules");
}

std::string AdviceOnExtension(absl::string_view extension,
                              absl::string_view path) {
  if (extension == ".tsx" || extension == ".jsx") {
    return absl::StrCat("JSX is not supported: ", path);
  }
  if (extension == ".wasm") {
    return absl::StrCat(path,
                        " is WebAssembly, which can't be imported: read the "
                        "file and instantiate it");
  }
  if (extension == ".node") {
    return absl::StrCat(path,
                        " is a native addon for Node.js, which rt can't load");
  }
  return absl::StrCat("rt does not know files that end in ", extension, ": ",
                      path, "; modules end in .ts, .mts, .js, .mjs or .json");
}

}  // namespace rt
