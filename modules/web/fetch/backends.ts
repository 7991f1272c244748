// The servers that the operator named (--backend NAME=URL).

export interface Backend {
  readonly name: string;
  /** As 'https://10.0.0.1:8443'. */
  readonly origin: string;
  /** Where it listens, in place of that; '' for there. */
  readonly unixPath: string;
}

let known: Map<string, Backend>|undefined;

function backends(): Map<string, Backend> {
  if (known !== undefined) return known;
  known = new Map();
  const flat = natives.fetch.backends();
  for (let i = 0; i < flat.length; i += 3) {
    const [name, origin, unixPath] = flat.slice(i, i + 3) as [string, string, string];
    known.set(name, {name, origin, unixPath});
  }
  return known;
}

export function findBackend(name: string): Backend|undefined {
  return backends().get(name);
}

/** For people. */
export function listBackends(): string {
  const names = [...backends().keys()];
  return names.length === 0 ?
      'there are none; `rt run --backend NAME=URL` names one' :
      `there are: ${names.join(', ')}`;
}

const PATH_AND_QUERY = /^https?:\/\/[^/?#]*([^#]*)/;

/** What the request asks for, of the backend; null where its URL has no path. */
export function urlOn(backend: Backend, url: string): string|null {
  const match = PATH_AND_QUERY.exec(url);
  return match === null ? null : backend.origin + match[1]!;
}
