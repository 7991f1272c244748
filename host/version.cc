#include "runtime/base/version.h"

#include "absl/strings/str_cat.h"
#include "host/revision.h"
#include "host/rt.h"
#include "runtime/engine/platform.h"

namespace rt {
namespace {

std::string Build() {
#ifdef NDEBUG
  std::string build = "release";
#else
  std::string build = "debug";
#endif
#if __has_feature(address_sanitizer)
  build += "+asan";
#endif
  return build;
}

}  // namespace

VersionInfo Version() {
  return {.rt = kRtVersion,
          .revision = kRevision,
          .v8 = EngineVersion(),
          .build = Build(),
          .compiler = absl::StrCat("clang ", __clang_major__, ".",
                                   __clang_minor__, ".", __clang_patchlevel__)};
}

}  // namespace rt
