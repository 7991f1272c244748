// V8 lays SharedArrayBuffer on globalThis when a context comes out of a snapshot,
// so there is none while the snapshot is made. whatwg-url's helpers take its
// getters at their start, without ever using them for a URL: this stands for it.

export class SharedArrayBuffer {
  get byteLength(): number {
    throw new TypeError('not a SharedArrayBuffer');
  }

  get growable(): boolean {
    throw new TypeError('not a SharedArrayBuffer');
  }
}
