#ifndef RUNTIME_REALM_MESSAGE_FRAMES_H_
#define RUNTIME_REALM_MESSAGE_FRAMES_H_

#include <memory>
#include <string>

#include "runtime/frames/fields.h"
#include "runtime/realm/message.h"

namespace rt {

// A message as fields of a frame: it was written for another process
// (Reach::kOtherProcess). Null: that there is none.
void AppendMessage(std::string& payload, const Message* message);

// Reads it. Null where there is none, or where the fields are none of a
// message: `fields` tells. What the message says is for ReadMessage() to find
// out.
std::unique_ptr<Message> ReadMessageFields(FieldReader& fields);

}  // namespace rt

#endif  // RUNTIME_REALM_MESSAGE_FRAMES_H_
