// The objects by which rt:file tells about files.

import type {DirectoryEntry, FileInfo, FileType} from 'rt:file';

/** In the order of FileType in C++. */
const TYPES: readonly FileType[] = [
  'unknown', 'file', 'directory', 'symlink', 'pipe', 'socket', 'character-device',
  'block-device',
];

function typed(number: number) {
  const type = TYPES[number]!;
  return {
    type,
    isFile: type === 'file',
    isDirectory: type === 'directory',
    isSymlink: type === 'symlink',
  };
}

export function toFileInfo(
    [type, mode, size, nlink, uid, gid, dev, accessed, changed, born, modified, ino,
     mtimeNs]: NativeFileInfo): FileInfo {
  return {
    ...typed(type),
    size,
    mode,
    mtime: new Date(modified),
    atime: new Date(accessed),
    ctime: new Date(changed),
    birthtime: born === null ? null : new Date(born),
    mtimeNs,
    uid,
    gid,
    nlink,
    dev,
    ino,
  };
}

export function toEntries(namesAndTypes: (string|number)[]): DirectoryEntry[] {
  const entries = [];
  for (let i = 0; i < namesAndTypes.length; i += 2) {
    const name = namesAndTypes[i] as string;
    entries.push({name, ...typed(namesAndTypes[i + 1] as number)});
  }
  return entries;
}
