#ifndef RUNTIME_LOADER_REMOTE_FILE_QUESTIONS_H_
#define RUNTIME_LOADER_REMOTE_FILE_QUESTIONS_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/loader/resolve/file_tree.h"

namespace rt {

// A file tree that is on another machine. The one who resolves imports asks,
// the one who has the files answers: both as payloads of frames (fields.h).

// Brings a question there and the answer back; blocks. An error is that of the
// way: the connection was cut, or the realm is to end.
using AskFiles =
    absl::AnyInvocable<absl::StatusOr<std::string>(const std::string &)>;

// Asks each question once: a file that has been found does not change for a
// realm. Its errors are the other side's, with their codes and paths, or
// DataLoss where the answer is none. One thread.
std::unique_ptr<FileTree> NewRemoteFileTree(AskFiles ask);

// The answer to a question, whatever that is: DataLoss where it is none.
// `files` decides what there is for the one who asks.
absl::StatusOr<std::string> AnswerFileQuestion(FileTree &files,
                                               absl::string_view question);

}  // namespace rt

#endif  // RUNTIME_LOADER_REMOTE_FILE_QUESTIONS_H_
