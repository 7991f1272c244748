#include "runtime/loader/resolve/package_targets.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runtime/base/file_url.h"
#include "runtime/loader/resolve/reference.h"
#include "runtime/loader/resolve/resolve_error.h"

namespace rt {
namespace {

// A target that is there but leads nowhere, and one that no condition chose:
// null ends a search, undefined lets it go on.
enum class Nothing { kUndefined, kNull };

// What a target came to.
struct Outcome {
  Nothing nothing = Nothing::kUndefined;
  std::optional<std::string> found;
};

absl::string_view View(boost::json::string_view text) {
  return {text.data(), text.size()};
}

// ".", "..", "node_modules" and nothing, however they are encoded: what would
// leave the package's folder, or reach into another's.
bool HasInvalidSegment(absl::string_view path) {
  for (const absl::string_view segment :
       absl::StrSplit(path, absl::ByAnyChar("/\\"))) {
    const std::string name = absl::AsciiStrToLower(PercentDecode(segment));
    if (name.empty() || name == "." || name == ".." || name == "node_modules") {
      return true;
    }
  }
  return false;
}

// A key that JavaScript would order before all others, whatever the file says.
bool IsIndexKey(absl::string_view key) {
  uint32_t index;
  return !key.empty() && absl::c_all_of(key, absl::ascii_isdigit) &&
         absl::SimpleAtoi(key, &index) && index != UINT32_MAX &&
         (key == "0" || key[0] != '0');
}

// One walk through one package's map.
class TargetWalk {
 public:
  TargetWalk(const PackageJson& package, bool imports, absl::string_view key,
             absl::Span<const absl::string_view> conditions)
      : package_(package),
        imports_(imports),
        key_(key),
        conditions_(conditions) {}

  // PACKAGE_IMPORTS_EXPORTS_RESOLVE
  absl::StatusOr<Outcome> Match(const boost::json::object& map) const {
    if (absl::EndsWith(key_, "/")) return Outcome{Nothing::kNull, {}};
    if (!absl::StrContains(key_, '*')) {
      const boost::json::value* const target =
          map.if_contains({key_.data(), key_.size()});
      if (target != nullptr) return Target(*target, std::nullopt);
    }
    const boost::json::key_value_pair* best = nullptr;
    for (const boost::json::key_value_pair& entry : map) {
      if (Matches(View(entry.key())) &&
          (best == nullptr ||
           IsMoreSpecific(View(entry.key()), View(best->key())))) {
        best = &entry;
      }
    }
    if (best == nullptr) return Outcome{Nothing::kNull, {}};
    const absl::string_view pattern = View(best->key());
    const size_t star = pattern.find('*');
    return Target(best->value(),
                  key_.substr(star, key_.size() - (pattern.size() - 1)));
  }

  // PACKAGE_TARGET_RESOLVE. `match` is what stands for "*". The depth is
  // bounded by that of the JSON parser.
  absl::StatusOr<Outcome> Target(const boost::json::value& target,
                                 std::optional<absl::string_view> match) const {
    if (target.is_string()) return String(View(target.get_string()), match);
    if (target.is_array()) return FirstOf(target.get_array(), match);
    if (target.is_null()) return Outcome{Nothing::kNull, {}};
    if (!target.is_object()) return InvalidTarget(target);
    for (const boost::json::key_value_pair& entry : target.get_object()) {
      if (IsIndexKey(View(entry.key()))) {
        return ResolveError(
            ResolveCode::kInvalidPackageConfig,
            absl::StrCat(package_.path(), " has a number, \"",
                         View(entry.key()), "\", where conditions stand in \"",
                         Field(), "\""));
      }
    }
    for (const boost::json::key_value_pair& entry : target.get_object()) {
      if (entry.key() != "default" &&
          !absl::c_linear_search(conditions_, View(entry.key()))) {
        continue;
      }
      absl::StatusOr<Outcome> outcome = Target(entry.value(), match);
      if (!outcome.ok() || outcome->found.has_value() ||
          outcome->nothing == Nothing::kNull) {
        return outcome;
      }
    }
    return Outcome{Nothing::kUndefined, {}};
  }

 private:
  bool Matches(absl::string_view pattern) const {
    const size_t star = pattern.find('*');
    if (star == pattern.npos || pattern.find('*', star + 1) != pattern.npos) {
      return false;
    }
    const absl::string_view base = pattern.substr(0, star);
    const absl::string_view trailer = pattern.substr(star + 1);
    return key_ != base && absl::StartsWith(key_, base) &&
           (trailer.empty() ||
            (key_.size() >= pattern.size() && absl::EndsWith(key_, trailer)));
  }

  // PATTERN_KEY_COMPARE: a longer part before the "*" wins, then a longer
  // whole.
  static bool IsMoreSpecific(absl::string_view a, absl::string_view b) {
    const size_t base_a = a.find('*');
    const size_t base_b = b.find('*');
    return base_a != base_b ? base_a > base_b : a.size() > b.size();
  }

  absl::StatusOr<Outcome> String(absl::string_view target,
                                 std::optional<absl::string_view> match) const {
    const auto expand = [&](absl::string_view text) {
      return match.has_value() ? absl::StrReplaceAll(text, {{"*", *match}})
                               : std::string(text);
    };
    if (!absl::StartsWith(target, "./")) {
      const std::string scheme = UrlScheme(target);
      if (!imports_ || target.empty() || absl::StartsWith(target, "../") ||
          absl::StartsWith(target, "/") ||
          (!scheme.empty() && scheme != "rt")) {
        return InvalidTarget(
            boost::json::string({target.data(), target.size()}));
      }
      return Outcome{Nothing::kUndefined, expand(target)};
    }
    if (HasInvalidSegment(target.substr(2))) {
      return InvalidTarget(boost::json::string({target.data(), target.size()}));
    }
    if (match.has_value() && HasInvalidSegment(*match)) {
      return ResolveError(
          ResolveCode::kInvalidSpecifier,
          absl::StrCat("'", *match, "', which stands for the * of ",
                       package_.path(), ", is no path inside a package"));
    }
    return Outcome{
        Nothing::kUndefined,
        ResolveFileReference(expand(target), PathToFileUrl(package_.path()))};
  }

  absl::StatusOr<Outcome> FirstOf(
      const boost::json::array& targets,
      std::optional<absl::string_view> match) const {
    absl::StatusOr<Outcome> last = Outcome{Nothing::kNull, {}};
    for (const boost::json::value& target : targets) {
      absl::StatusOr<Outcome> outcome = Target(target, match);
      if (!outcome.ok()) {
        if (!IsResolveError(outcome.status(),
                            ResolveCode::kInvalidPackageTarget)) {
          return outcome;
        }
      } else if (outcome->found.has_value()) {
        return outcome;
      } else if (outcome->nothing == Nothing::kUndefined) {
        continue;
      }
      last = std::move(outcome);
    }
    return last;
  }

  absl::Status InvalidTarget(const boost::json::value& target) const {
    const std::string text = boost::json::serialize(target);
    return ResolveError(
        ResolveCode::kInvalidPackageTarget,
        absl::StrCat(package_.path(), " has ", text, " for \"", key_,
                     "\" in \"", Field(), "\", which is no \"./\" path inside ",
                     "the package", imports_ ? " and no package" : ""));
  }

  const char* Field() const { return imports_ ? "imports" : "exports"; }

  const PackageJson& package_;
  const bool imports_;
  const absl::string_view key_;
  const absl::Span<const absl::string_view> conditions_;
};

}  // namespace

absl::StatusOr<std::string> ResolvePackageExport(
    const PackageJson& package, absl::string_view subpath,
    absl::Span<const absl::string_view> conditions) {
  const boost::json::object* const map = package.exports.if_object();
  const auto is_path = [](const boost::json::key_value_pair& entry) {
    return absl::StartsWith(View(entry.key()), ".");
  };
  const bool has_paths = map != nullptr && absl::c_any_of(*map, is_path);
  if (has_paths && !absl::c_all_of(*map, is_path)) {
    return ResolveError(
        ResolveCode::kInvalidPackageConfig,
        absl::StrCat(package.path(),
                     " has both paths and conditions as keys of \"exports\""));
  }
  const TargetWalk walk(package, false, subpath, conditions);
  absl::StatusOr<Outcome> outcome = Outcome{};
  if (has_paths) {
    outcome = walk.Match(*map);
  } else if (subpath == ".") {
    outcome = walk.Target(package.exports, std::nullopt);
  }
  if (!outcome.ok()) return outcome.status();
  if (outcome->found.has_value()) return *std::move(outcome->found);
  return ResolveError(
      ResolveCode::kPackagePathNotExported,
      absl::StrCat(package.path(), " has no \"", subpath,
                   "\" in its \"exports\" under the conditions ",
                   absl::StrJoin(conditions, ", "), ", default"));
}

absl::StatusOr<std::string> ResolvePackageImport(
    const PackageJson& package, absl::string_view specifier,
    absl::Span<const absl::string_view> conditions) {
  if (const boost::json::object* const map = package.imports.if_object()) {
    const TargetWalk walk(package, true, specifier, conditions);
    absl::StatusOr<Outcome> outcome = walk.Match(*map);
    if (!outcome.ok()) return outcome.status();
    if (outcome->found.has_value()) return *std::move(outcome->found);
  }
  return ResolveError(
      ResolveCode::kPackageImportNotDefined,
      absl::StrCat(package.path(), " has no \"", specifier,
                   "\" in its \"imports\" under the conditions ",
                   absl::StrJoin(conditions, ", "), ", default"));
}

}  // namespace rt
