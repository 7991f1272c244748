#ifndef RUNTIME_REALM_REALM_FRAMES_H_
#define RUNTIME_REALM_REALM_FRAMES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/fields.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/policy/thread_restriction.h"
#include "runtime/realm/message.h"
#include "runtime/realm/realm_result.h"
#include "runtime/realm/realm_usage.h"

namespace rt {

// What a realm and its maker say to each other where they are in two processes:
// the types of their frames (runtime/frames/frame.h), and what is in them.
//
// A process realm ends with its process, by a signal or when its socket is
// closed. A remote realm ends by kTerminate, or when its connection does: its
// host does not wait for a maker that is gone. After kEnd each side closes.
enum class RealmFrame : uint8_t {
  kStart = 1,  // to the realm, once, before all else: a RealmStart
  kMessage,    // both ways: a channel, a message of it
  kDelivered,  // both ways: a channel, how many more messages of it were read
  kClosed,     // both ways: a channel whose end here was closed
  kAskUsage,   // to the realm: a number
  kUsage,      // to the maker: the number, a RealmUsage
  kEnd,        // to the maker, once, after all else: a RealmFarewell

  // Of remote realms only.
  //
  // To the maker: a question about the files of the realm's modules, and back
  // what AnswerFileQuestion() makes of it (runtime/loader/remote): each is the
  // whole payload. One question is on its way at a time. A maker that has no
  // answer to it closes the connection.
  kAskFiles,
  kFiles,
  // To the maker, once, before the realm runs and asks for its entry: what
  // holds it, an Enforcement. One that cannot run says kEnd alone.
  kEnforcement,
  // To the realm, empty: it ends at once, and says kEnd.
  kTerminate,
};

enum class RealmChannel : uint32_t {
  kPort,   // of the program's messages
  kCalls,  // of modules/realm/call_messages.ts
};
inline constexpr size_t kRealmChannels = 2;

// With what a realm starts.
struct RealmStart {
  // As its maker knows it: of a remote realm, the entry is the URL of a file
  // there. The id is not that of a main realm, which is 0.
  RealmInfo info;
  // As of RealmServices. A remote realm is a sandbox: it has neither arguments
  // nor reactors, and its heap limit is the lower one of this and its host's.
  std::vector<std::string> args;
  uint64_t max_heap_bytes = 0;
  uint64_t reactors = 0;
  std::unique_ptr<Message> data;
};

// How it ended.
struct RealmFarewell {
  RealmResult result;
  // Realms that were made in its process, or in others by it.
  uint64_t realms_made = 0;
};

// Each has its Read...(), which fails with DataLoss for a payload that is none.
std::string Encode(const RealmStart& start);
absl::StatusOr<RealmStart> ReadStart(FieldReader fields);
std::string Encode(const RealmFarewell& farewell);
absl::StatusOr<RealmFarewell> ReadFarewell(FieldReader fields);
std::string Encode(const Enforcement& enforcement);
absl::StatusOr<Enforcement> ReadEnforcement(FieldReader fields);
void AppendUsage(std::string& payload, const RealmUsage& usage);
absl::StatusOr<RealmUsage> ReadUsage(FieldReader fields);

// The error of a payload that is none of its type.
absl::Status NoSuchPayload(RealmFrame type);

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_FRAMES_H_
