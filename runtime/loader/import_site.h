#ifndef RUNTIME_LOADER_IMPORT_SITE_H_
#define RUNTIME_LOADER_IMPORT_SITE_H_

#include <v8.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace rt {

// Where a program asks for a module: which file, and how to find the line when
// it is needed for an error. Of views and handles: on the stack.
class ImportSite {
 public:
  // No site: the module that a realm starts with.
  ImportSite() = default;

  // The import statement of a module.
  ImportSite(absl::string_view url, v8::Local<v8::Module> module,
             v8::Local<v8::ModuleRequest> request)
      : url_(url), module_(module), request_(request) {}

  // The expression import() that is running.
  explicit ImportSite(absl::string_view url) : url_(url) {}

  absl::string_view url() const { return url_; }

  // The JavaScript error for an import from here that fails for `reason`, with
  // this place as its own. Isolate entered.
  v8::Local<v8::Value> Error(v8::Isolate* isolate, const absl::Status& reason,
                             absl::string_view specifier) const;

 private:
  absl::string_view url_;
  v8::Local<v8::Module> module_;
  v8::Local<v8::ModuleRequest> request_;
};

}  // namespace rt

#endif  // RUNTIME_LOADER_IMPORT_SITE_H_
