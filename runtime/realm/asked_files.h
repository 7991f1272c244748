#ifndef RUNTIME_REALM_ASKED_FILES_H_
#define RUNTIME_REALM_ASKED_FILES_H_

#include <deque>
#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/loader/resolve/module_source.h"

namespace rt {

// The modules of a remote realm and of those that it makes: their files are
// with its maker, who is asked. A realm's thread waits for its answer; one
// question is on its way at a time.
class AskedFiles : public ModuleSource,
                   public std::enable_shared_from_this<AskedFiles> {
 public:
  // Brings a question to the maker. Called on the IoThread, until Close().
  using Send = absl::AnyInvocable<void(absl::string_view question)>;

  // The thread outlives it.
  AskedFiles(IoThread& io, Send send);
  ~AskedFiles() override;

  std::unique_ptr<FileTree> Open(Interruption& interruption) override;

  // --- The IoThread ---

  // The answer to the question that is on its way. False where none is.
  bool Take(absl::string_view answer);

  // Nobody answers any more: whoever waits, and whoever asks, gets this error.
  void Close(absl::Status status);

 private:
  struct Question;

  absl::StatusOr<std::string> Ask(const std::string& text,
                                  Interruption& interruption);
  void Enqueue(std::shared_ptr<Question> question);

  IoThread& io_;
  // Of the IoThread: the first question is on its way.
  Send send_;
  absl::Status closed_;
  std::deque<std::shared_ptr<Question>> questions_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_ASKED_FILES_H_
