// The bundle of built-in modules: a function from the native functions to what
// they make of them.
(function (natives) {
  globalThis.console = {
    log(...args) {
      natives.console.write(1, args.join(" ") + "\n");
    },
  };
  globalThis.setTimeout = (callback, delay) =>
    natives.timers.start(delay, false, callback);
  return { modules: {}, internal: {} };
});
