#include "bindings/settings_binding.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "bindings/glue/arguments.h"
#include "bindings/store_access.h"
#include "bindings/store_grant.h"
#include "runtime/base/error_payload.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/status_error.h"
#include "runtime/policy/policy.h"
#include "runtime/store/settings/settings.h"
#include "runtime/store/stores.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

struct Kind {
  const char* name;  // as grants, flags and observers have it
  const char* noun;
  const char* operation;
  const Settings& (Stores::*settings)() const;
};

constexpr Kind kConfig = {"config", "configuration", "config.get",
                          &Stores::configs};
constexpr Kind kSecret = {"secret", "secret", "secret.get", &Stores::secrets};

// A sandbox does not learn from this what there is.
absl::Status Unknown(const Kind& kind, const std::string& name,
                     const Settings& settings, bool is_sandbox) {
  const std::vector<std::string> names = settings.Names();
  const std::string there =
      names.empty() || is_sandbox
          ? ""
          : absl::StrCat("; there are ", absl::StrJoin(names, ", "));
  absl::Status status = absl::NotFoundError(
      absl::StrCat("there is no ", kind.noun, " '", name, "'", there, "; --",
                   kind.name, " ", name, "=FILE gives one (ENOENT)"));
  SetErrorPayload(status, kErrorCode, "ENOENT");
  return status;
}

absl::StatusOr<const std::string*> Find(const Arguments& args,
                                        const Kind& kind) {
  RealmControl& control = IsolateHost::Of(args.isolate()).control();
  const std::string name = args.String(0);
  const Policy* const policy = control.policy().get();
  absl::Status status = CheckStoreGrant(policy, kind.name, kind.noun, name);
  if (!status.ok()) return status;
  const Settings& settings = (control.stores().*kind.settings)();
  const std::string* const found = settings.Find(name);
  if (found == nullptr) return Unknown(kind, name, settings, policy != nullptr);
  return found;
}

// Null, with an exception pending, where there is none for this realm.
const std::string* FindOrThrow(const Arguments& args, const Kind& kind) {
  const absl::StatusOr<const std::string*> found = Find(args, kind);
  if (found.ok()) return *found;
  ThrowStatus(args.isolate(), found.status());
  return nullptr;
}

// openConfig(name): its text
void OpenConfig(const Info& info) {
  const Arguments args(info);
  const std::string* const text = FindOrThrow(args, kConfig);
  if (text != nullptr) args.Return(absl::string_view(*text));
}

// accessConfig(name): a key of it is read
void AccessConfig(const Info& info) {
  const Arguments args(info);
  const StoreAccess access(args.isolate(), kConfig.name, args.String(0),
                           kConfig.operation);
}

// openSecret(name)
void OpenSecret(const Info& info) { FindOrThrow(Arguments(info), kSecret); }

// secretText(name): string
void SecretText(const Info& info) {
  const Arguments args(info);
  const StoreAccess access(args.isolate(), kSecret.name, args.String(0),
                           kSecret.operation);
  const std::string* const bytes = FindOrThrow(args, kSecret);
  if (bytes == nullptr) return;
  // Editors and echo(1) end a file with a line.
  absl::string_view text = *bytes;
  if (absl::ConsumeSuffix(&text, "\n")) absl::ConsumeSuffix(&text, "\r");
  args.Return(text);
}

// secretBytes(name): Uint8Array
void SecretBytes(const Info& info) {
  const Arguments args(info);
  const StoreAccess access(args.isolate(), kSecret.name, args.String(0),
                           kSecret.operation);
  const std::string* const bytes = FindOrThrow(args, kSecret);
  if (bytes != nullptr) args.Return(NewBytes(args.isolate(), *bytes));
}

constexpr NativeFunction kFunctions[] = {{"openConfig", &OpenConfig},
                                         {"accessConfig", &AccessConfig},
                                         {"openSecret", &OpenSecret},
                                         {"secretText", &SecretText},
                                         {"secretBytes", &SecretBytes}};

}  // namespace

NativeModule SettingsBinding() { return {"settings", kFunctions}; }

}  // namespace rt
