// The types of everything that a program finds in rt: the web's globals and the
// rt: modules, on top of TypeScript's "esnext" library.
/// <reference path="cache/cache.d.ts" />
/// <reference path="config/config.d.ts" />
/// <reference path="file/file.d.ts" />
/// <reference path="import_meta.d.ts" />
/// <reference path="kv/kv.d.ts" />
/// <reference path="process/process.d.ts" />
/// <reference path="profiler/profiler.d.ts" />
/// <reference path="realm/realm.d.ts" />
/// <reference path="secret/secret.d.ts" />
/// <reference path="web/abort.d.ts" />
/// <reference path="web/base64.d.ts" />
/// <reference path="web/blob.d.ts" />
/// <reference path="web/console.d.ts" />
/// <reference path="web/crypto.d.ts" />
/// <reference path="web/dom_exception.d.ts" />
/// <reference path="web/encoding.d.ts" />
/// <reference path="web/error.d.ts" />
/// <reference path="web/event_source.d.ts" />
/// <reference path="web/events.d.ts" />
/// <reference path="web/fetch.d.ts" />
/// <reference path="web/messaging.d.ts" />
/// <reference path="web/performance.d.ts" />
/// <reference path="web/streams.d.ts" />
/// <reference path="web/timers.d.ts" />
/// <reference path="web/url.d.ts" />
/// <reference path="web/url_pattern.d.ts" />
