// A file's bytes as text.

function failed(path: string, reason: string, code: string): Error {
  const error = new Error(`cannot read '${path}' as text: ${reason} (${code})`);
  return Object.assign(error, {code, path});
}

/** As TextDecoder does it, with errors that name the file. Nobody else has the bytes. */
export function decodeFile(bytes: Uint8Array<ArrayBuffer>, fatal: boolean, path: string): string {
  try {
    return natives.encoding.takeUtf8(bytes, fatal);
  } catch (error) {
    throw error instanceof TypeError ?
        failed(path, 'it is not UTF-8', 'EILSEQ') :
        failed(path, 'it is longer than a string can be', 'EOVERFLOW');
  }
}
