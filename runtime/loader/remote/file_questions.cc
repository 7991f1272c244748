#include "runtime/loader/remote/file_questions.h"

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "runtime/base/error_payload.h"
#include "runtime/frames/fields.h"

namespace rt {
namespace {

enum class Question : uint32_t { kFind = 1, kRealPath, kRead };

// An answer: 0 and what it says, or a status's code, its message and payloads.

absl::Status NoAnswer() {
  return absl::DataLossError("an answer about a module's file is none");
}

std::string EncodeError(const absl::Status &status) {
  std::string answer;
  AppendU32(answer, static_cast<uint32_t>(status.raw_code()));
  AppendBytes(answer, std::string(status.message()));
  for (const char *name : kErrorPayloads) {
    AppendBytes(answer, GetErrorPayload(status, name));
  }
  return answer;
}

absl::Status ReadError(uint32_t code, FieldReader &fields) {
  absl::Status status(static_cast<absl::StatusCode>(code), fields.Text());
  for (const char *name : kErrorPayloads) {
    const std::string payload = fields.Text();
    if (!payload.empty()) SetErrorPayload(status, name, payload);
  }
  return fields.AtEnd() ? status : NoAnswer();
}

std::string EncodeText(const std::string &text) {
  std::string answer;
  AppendU32(answer, 0);
  AppendBytes(answer, text);
  return answer;
}

std::string EncodeKind(FileTree::Kind kind) {
  std::string answer;
  AppendU32(answer, 0);
  AppendU32(answer, static_cast<uint32_t>(kind));
  return answer;
}

class RemoteFileTree final : public FileTree {
 public:
  explicit RemoteFileTree(AskFiles ask) : ask_(std::move(ask)) {}

  absl::StatusOr<Kind> Find(const std::string &path) override {
    const auto known = kinds_.find(path);
    if (known != kinds_.end()) return known->second;
    const absl::StatusOr<std::string> answer = Ask(Question::kFind, path);
    if (!answer.ok()) return answer.status();
    FieldReader fields(*answer);
    if (const uint32_t code = fields.U32(); code != 0) {
      return ReadError(code, fields);
    }
    const uint32_t kind = fields.U32();
    if (!fields.AtEnd() || kind > static_cast<uint32_t>(Kind::kFolder)) {
      return NoAnswer();
    }
    return kinds_.emplace(path, static_cast<Kind>(kind)).first->second;
  }

  absl::StatusOr<std::string> RealPath(const std::string &path) override {
    const auto known = real_paths_.find(path);
    if (known != real_paths_.end()) return known->second;
    absl::StatusOr<std::string> real = AskText(Question::kRealPath, path);
    if (!real.ok()) return real;
    // What is made of it is a URL, and a path in messages.
    if (real->empty() || real->front() != '/' ||
        real->find('\0') != real->npos) {
      return NoAnswer();
    }
    return real_paths_.emplace(path, *std::move(real)).first->second;
  }

  absl::StatusOr<std::string> Read(const std::string &path) override {
    return AskText(Question::kRead, path);
  }

 private:
  absl::StatusOr<std::string> Ask(Question what, const std::string &path) {
    std::string question;
    AppendU32(question, static_cast<uint32_t>(what));
    AppendBytes(question, path);
    return ask_(question);
  }

  absl::StatusOr<std::string> AskText(Question what, const std::string &path) {
    const absl::StatusOr<std::string> answer = Ask(what, path);
    if (!answer.ok()) return answer.status();
    FieldReader fields(*answer);
    if (const uint32_t code = fields.U32(); code != 0) {
      return ReadError(code, fields);
    }
    std::string text = fields.Text();
    if (!fields.AtEnd()) return NoAnswer();
    return text;
  }

  AskFiles ask_;
  absl::flat_hash_map<std::string, Kind> kinds_;
  absl::flat_hash_map<std::string, std::string> real_paths_;
};

}  // namespace

std::unique_ptr<FileTree> NewRemoteFileTree(AskFiles ask) {
  return std::make_unique<RemoteFileTree>(std::move(ask));
}

absl::StatusOr<std::string> AnswerFileQuestion(FileTree &files,
                                               absl::string_view question) {
  FieldReader fields(question);
  const auto what = static_cast<Question>(fields.U32());
  const std::string path = fields.Text();
  if (!fields.AtEnd() || path.empty() || path.front() != '/' ||
      path.find('\0') != path.npos) {
    return absl::DataLossError("a question about a module's file is none");
  }
  switch (what) {
    case Question::kFind: {
      const absl::StatusOr<FileTree::Kind> kind = files.Find(path);
      return kind.ok() ? EncodeKind(*kind) : EncodeError(kind.status());
    }
    case Question::kRealPath: {
      const absl::StatusOr<std::string> real = files.RealPath(path);
      return real.ok() ? EncodeText(*real) : EncodeError(real.status());
    }
    case Question::kRead: {
      const absl::StatusOr<std::string> text = files.Read(path);
      return text.ok() ? EncodeText(*text) : EncodeError(text.status());
    }
  }
  return absl::DataLossError("a question about a module's file is none");
}

}  // namespace rt
