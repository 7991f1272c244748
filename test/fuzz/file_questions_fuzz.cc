// Whatever a host asks of a caller's files, there is an answer to it or
// DataLoss, and an answer tells of what was asked for only; whatever a caller
// answers, the host has what the answer says or an error.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "runtime/base/check.h"
#include "runtime/loader/remote/file_questions.h"

namespace rt {
namespace {

// Says what it was asked for.
class Tree final : public FileTree {
 public:
  absl::StatusOr<Kind> Find(const std::string &path) override {
    Note(path);
    return Kind::kFile;
  }
  absl::StatusOr<std::string> RealPath(const std::string &path) override {
    Note(path);
    return path;
  }
  absl::StatusOr<std::string> Read(const std::string &path) override {
    Note(path);
    return "text of " + path;
  }

  int asked = 0;

 private:
  void Note(const std::string &path) {
    RT_CHECK(absl::StartsWith(path, "/"));
    RT_CHECK(path.find('\0') == path.npos);
    ++asked;
  }
};

}  // namespace
}  // namespace rt

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FuzzedDataProvider in(data, size);
  const std::string bytes = in.ConsumeRandomLengthString(1 << 12);
  rt::Tree tree;
  const absl::StatusOr<std::string> answer =
      rt::AnswerFileQuestion(tree, bytes);
  RT_CHECK(answer.ok() ? tree.asked == 1 : tree.asked == 0);
  RT_CHECK(answer.ok() || absl::IsDataLoss(answer.status()));

  // The same bytes as an answer.
  const auto files = rt::NewRemoteFileTree(
      [&](const std::string &question) -> absl::StatusOr<std::string> {
        RT_CHECK(rt::AnswerFileQuestion(tree, question).ok());
        return bytes;
      });
  const absl::StatusOr<std::string> real = files->RealPath("/a");
  if (real.ok()) {
    RT_CHECK(absl::StartsWith(*real, "/"));
    RT_CHECK(real->find('\0') == real->npos);
  }
  const absl::StatusOr<std::string> text = files->Read("/a");
  RT_CHECK(!text.ok() || text->size() < bytes.size());
  files->Find("/a").IgnoreError();
  return 0;
}
