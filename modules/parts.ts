// What most realms do without. Each function here is a part of the bundle: parts.py moves
// into it all that only its module needs, so that this is not in the startup snapshot, and
// is compiled and run when a program first uses it. Until then it costs nothing; then it
// costs a millisecond for about 20 KB, which is ten times what it would in the snapshot:
// nothing belongs here that every tenth realm uses.

import * as fetch from './parts/fetch.ts';
import * as file from './parts/file.ts';
import * as http from './parts/http.ts';
import * as stores from './parts/stores.ts';

function loadFetch() {
  return fetch;
}

function loadFile() {
  return file;
}

function loadHttp() {
  return http;
}

function loadStores() {
  return stores;
}

function once<T>(load: () => T): () => T {
  let loaded: T|undefined;
  return () => loaded ??= load();
}

export const fetchPart = once(loadFetch);
export const filePart = once(loadFile);
export const httpPart = once(loadHttp);
export const storesPart = once(loadStores);
