#ifndef BINDINGS_FILE_PATH_H_
#define BINDINGS_FILE_PATH_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bindings/glue/arguments.h"
#include "runtime/policy/path_gate.h"
#include "runtime/policy/policy.h"

namespace rt {

// A path that JavaScript named, on its way to the thread that uses it. In a
// sandbox it is checked there, at each use; elsewhere it is taken as it is.
class FilePath {
 public:
  // Argument `index`; isolate entered.
  FilePath(const Arguments& args, int index);
  // Of the same realm.
  FilePath WithText(std::string text) const {
    return {std::move(text), policy_};
  }

  const std::string& text() const { return text_; }
  // Null outside of a sandbox.
  const Policy* policy() const { return policy_.get(); }

  // What `work(path)` gives, a Status or a StatusOr, for a path to give to the
  // system; its errors speak of text(). `verb` is for the denial: "read".
  template <typename Work>
  auto Use(PathUse use, absl::string_view verb, Work work) const
      -> decltype(work(std::string())) {
    if (policy_ == nullptr) return work(text_);
    const absl::StatusOr<CheckedPath> checked = CheckedPath::Check(
        *policy_, text_, use, absl::StrCat(verb, " '", text_, "'"));
    if (!checked.ok()) return checked.status();
    auto result = work(checked->path());
    if (result.ok()) return result;
    return checked->Rename(StatusOf(result), text_);
  }

  // A denial of `use`; OK where it is granted.
  absl::Status Check(PathUse use, absl::string_view verb) const {
    return Use(use, verb, [](const std::string&) { return absl::OkStatus(); });
  }

 private:
  FilePath(std::string text, std::shared_ptr<const Policy> policy)
      : text_(std::move(text)), policy_(std::move(policy)) {}

  static const absl::Status& StatusOf(const absl::Status& status) {
    return status;
  }
  template <typename T>
  static const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
    return result.status();
  }

  std::string text_;
  std::shared_ptr<const Policy> policy_;
};

}  // namespace rt

#endif  // BINDINGS_FILE_PATH_H_
