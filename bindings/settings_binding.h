#ifndef BINDINGS_SETTINGS_BINDING_H_
#define BINDINGS_SETTINGS_BINDING_H_

#include "bindings/glue/function_table.h"

namespace rt {

// natives.settings: the configurations and secrets of the process
// (modules/config, modules/secret).
NativeModule SettingsBinding();

}  // namespace rt

#endif  // BINDINGS_SETTINGS_BINDING_H_
