/** Files and folders of the machine.
 *
 *  All work runs on threads of its own, four at a time for the whole process, and never
 *  on the realm's. An operation that waits for a pipe, a terminal or another device takes
 *  none of the four; 64 of these may wait at a time, the next one fails with EAGAIN.
 *
 *  A path is a string, relative to the working folder or absolute, or a URL object with
 *  the scheme `file:`. A string is never read as a URL. It holds no NUL character. File
 *  names are UTF-8 here; in one that is not, each byte b that belongs to no character
 *  stands as the lone surrogate U+DC00 + b, so that every name that comes out of this
 *  module can be given back to it. Any other lone surrogate is a TypeError.
 *
 *  A wrong argument rejects with a TypeError that names it. What the system refuses
 *  rejects with an Error that has the properties of FileError. */
declare module 'rt:file' {
  export type Path = string | URL;

  /** What every failed operation gives. The message says what was tried: "cannot open
   *  '/etc/x' for reading: No such file or directory (ENOENT)". */
  export interface FileError extends Error {
    /** The name of the system's error: 'ENOENT', 'EACCES', 'ENOSPC' ... */
    code: string;
    /** The path as it was given, of a URL its path; where a folder's content is
     *  concerned, the path of the part. */
    path: string;
    /** Of what has two paths, the other one. */
    dest?: string;
    /** The system call that failed. */
    syscall?: string;
  }

  export type FileType =
      'file' | 'directory' | 'symlink' | 'pipe' | 'socket' | 'character-device' |
      'block-device' | 'unknown';

  /** What the file system knows about a file. */
  export interface FileInfo {
    type: FileType;
    isFile: boolean;
    isDirectory: boolean;
    isSymlink: boolean;
    /** Bytes. */
    size: number;
    /** The permissions: the lowest 12 bits, such as 0o644. */
    mode: number;
    /** The times to the millisecond: */
    mtime: Date;  // of the content,
    atime: Date;  // of the last access,
    ctime: Date;  // of the content or of what is in this object,
    birthtime: Date | null;  // and of the file, where the file system keeps it.
    /** mtime in nanoseconds since 1970, as the file system keeps it. */
    mtimeNs: bigint;
    uid: number;
    gid: number;
    /** Number of hard links. */
    nlink: number;
    /** Two files are one if both of these are equal. */
    dev: number;
    ino: bigint;
  }

  export interface DirectoryEntry {
    /** Without the folder. */
    name: string;
    /** Of a symbolic link: 'symlink', not what it points to. */
    type: FileType;
    isFile: boolean;
    isDirectory: boolean;
    isSymlink: boolean;
  }

  export interface ReadOptions {
    /** Gives the operation up: it rejects with the signal's reason. */
    signal?: AbortSignal;
  }

  export interface ReadTextOptions extends ReadOptions {
    /** Rejects (EILSEQ) what is not UTF-8, in place of putting U+FFFD there. */
    fatal?: boolean;
  }

  export interface WriteOptions {
    /** Writes behind what is there. Default: false. */
    append?: boolean;
    /** Whether the file is made where none is: true (the default); false: ENOENT
     *  there; 'new': EEXIST where something is, also a link that points nowhere. */
    create?: boolean | 'new';
    /** The permissions of a file that is made, less the process's umask. A file that
     *  was there keeps its own. Default: 0o666. */
    mode?: number;
    /** The data is on the disk, not in the system's memory, before the promise
     *  fulfils: for what must survive a power cut. Milliseconds. Default: false. */
    sync?: boolean;
    signal?: AbortSignal;
  }

  export interface CopyOptions {
    /** EEXIST where `to` is something. Default: false. */
    exclusive?: boolean;
    signal?: AbortSignal;
  }

  export interface GlobOptions {
    /** Where relative patterns start. Default: the working folder. */
    cwd?: Path;
    /** `*`, `?`, `[...]` and `**` match names that start with a dot. Default: false. */
    dot?: boolean;
    /** `**` goes through symbolic links to folders; it ends where one leads back to a
     *  folder that it is in. Default: false. */
    follow?: boolean;
    /** Passes over what may not be looked at, in place of an EACCES. Default: false. */
    skipUnreadable?: boolean;
    signal?: AbortSignal;
  }

  export interface MkdirOptions {
    /** Makes the folders above as well where they are missing (with 0o777 less the
     *  umask), and a folder that is there is no error. Default: false. */
    recursive?: boolean;
    /** Less the umask. Default: 0o777. */
    mode?: number;
  }

  export interface RemoveOptions {
    /** A folder with all that is in it. Default: false. */
    recursive?: boolean;
    /** Nothing there is no error. Default: false. */
    force?: boolean;
    signal?: AbortSignal;
  }

  export interface OpenOptions {
    /** Default: true, unless `write` or `append` is given. */
    read?: boolean;
    write?: boolean;
    /** Every write goes to the end of the file, wherever that is by then. Means write. */
    append?: boolean;
    /** Empties the file. Default: false. */
    truncate?: boolean;
    /** As for writeFile. Default: false. */
    create?: boolean | 'new';
    /** As for writeFile. Default: 0o666. */
    mode?: number;
  }

  /** An open file. Operations on one file run one after the other, in the order of the
   *  calls.
   *
   *  It holds one of the process's descriptors until close(), or `await using`. One that
   *  is forgotten is closed when it is collected as garbage, or with its realm. */
  export interface DiskFile extends AsyncDisposable {
    readonly path: string;

    /** Reads into the buffer, and fulfils with the number of bytes: as many as fit, or
     *  fewer; 0 at the end of the file. `at` is the offset to start at; without it, it
     *  starts at the file's position and moves that. The bytes are laid into the buffer
     *  right before the promise fulfils. */
    read(buffer: BufferSource, options?: { at?: number }): Promise<number>;

    /** Writes all bytes, or the text as UTF-8, at `at` or at the file's position. The
     *  data is copied at the call and may be changed after it. A write that fails may
     *  have written a part. */
    write(data: string | BufferSource, options?: { at?: number }): Promise<void>;

    /** The content in pieces of up to `chunkSize` bytes (default 65,536; at most
     *  8,388,608), from `at` on, or from the file's position on, to the end:
     *    for await (const chunk of file.reader()) ...
     *  Ending the loop early leaves the file open. */
    reader(options?: { at?: number, chunkSize?: number }):
        AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;

    /** Collects small pieces for large writes, from `at` on, or from the file's position
     *  on. */
    writer(options?: { at?: number, chunkSize?: number }): DiskFileWriter;

    stat(): Promise<FileInfo>;
    /** Cuts the file, or adds zeros, so that it has `size` bytes (default 0). */
    truncate(size?: number): Promise<void>;
    /** What was written is on the disk when it fulfils. */
    sync(): Promise<void>;
    /** Waits for the operations that were called before; but a read that waits for a
     *  pipe or a terminal ends with ECANCELED. After it, everything rejects with EBADF,
     *  close() as well. */
    close(): Promise<void>;
    /** close(), unless that was called. */
    [Symbol.asyncDispose](): Promise<void>;
  }

  export interface DiskFileWriter extends AsyncDisposable {
    /** Takes the data (copied at the call). Fulfils at once while there is room in its
     *  memory, else when what was there is written: await it and memory stays small. */
    write(data: string | BufferSource): Promise<void>;
    /** Writes what it holds. An error of an earlier write shows here or at the next. */
    flush(): Promise<void>;
    /** flush(); the file stays open. */
    [Symbol.asyncDispose](): Promise<void>;
  }

  export class DiskFileSystem {
    constructor();

    /** The whole content. Of a pipe: until its last writer closes it. Needs as much
     *  memory as the file has bytes (ENOMEM where there is not that much). */
    readFile(path: Path, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;

    /** The same as text: UTF-8, without a byte order mark at its start, with U+FFFD for
     *  what is no UTF-8, as TextDecoder does. A text longer than a string can be (about
     *  half a billion characters) rejects with EOVERFLOW. */
    readTextFile(path: Path, options?: ReadTextOptions): Promise<string>;

    /** Writes a file whole or not at all. The data is copied at the call.
     *
     *  It goes into a temporary file in the same folder, which then takes the file's
     *  place (that file has no name before, where the file system can have such; else
     *  a process that is killed may leave `.rt-<pid>-<n>.tmp`): whoever reads sees the old content or the new, and a
     *  failure, such as ENOSPC, leaves the old one. A symbolic link is followed. The file
     *  must be writable; it keeps its permissions, its ACL and, where that is allowed,
     *  its owner. Other hard links to it keep the old content.
     *
     *  In place, so that a failure may leave a part of the new content, are written:
     *  devices, pipes, /dev/stdout and other open files in /proc; a file in a folder that
     *  takes no new one; a mount point; and with `append` every file, where a failure
     *  leaves what was there before. A pipe without a reader is waited for. */
    writeFile(path: Path, data: string | BufferSource, options?: WriteOptions):
        Promise<void>;

    /** `read` alone by default; see OpenOptions. A pipe that is opened for writing is
     *  waited for until it has a reader. */
    open(path: Path, options?: OpenOptions): Promise<DiskFile>;

    /** Of what a symbolic link points to. */
    stat(path: Path): Promise<FileInfo>;
    /** Of the link itself. */
    lstat(path: Path): Promise<FileInfo>;

    /** What is in a folder, without '.' and '..', ordered by the bytes of the names. */
    readDir(path: Path): Promise<DirectoryEntry[]>;

    /** The paths that match, files and folders, ordered by their bytes; relative to `cwd`
     *  where the pattern is relative.
     *
     *  `*` any characters but `/`; `?` one; `[a-z]`, `[!a-z]` one of, none of these;
     *  `{a,b/c}` either; `**` as a whole part any number of folders, at the end all that
     *  is below; `\` takes a character's meaning away. A pattern that ends with `/` matches
     *  folders only. A name that starts with a dot must be matched by a dot. */
    glob(pattern: string, options?: GlobOptions): Promise<string[]>;

    mkdir(path: Path, options?: MkdirOptions): Promise<void>;

    /** A file, a symbolic link (never what it points to), or a folder, which must be
     *  empty unless `recursive`. Ends at the first error, which has the path of what
     *  could not be removed. '.' and '..' are EINVAL, the root and mount points EBUSY. */
    remove(path: Path, options?: RemoveOptions): Promise<void>;

    /** Replaces what is at `to`, in one step, as rename(2) does. Between two file systems:
     *  EXDEV. */
    rename(from: Path, to: Path): Promise<void>;

    /** Copies content and permissions (less the set-user-ID bits), whole or not at all, as
     *  writeFile does; shares the blocks where the file system can. Symbolic links are
     *  followed. */
    copyFile(from: Path, to: Path, options?: CopyOptions): Promise<void>;

    /** Absolute, without symbolic links, '.' and '..'. All parts must exist. */
    realPath(path: Path): Promise<string>;

    /** Makes the symbolic link `path`, which says `target`, whatever that is. */
    symlink(target: string, path: Path): Promise<void>;
    /** What a symbolic link says. */
    readLink(path: Path): Promise<string>;
    /** Sets the permissions, not bound by the umask; follows a symbolic link. */
    chmod(path: Path, mode: number): Promise<void>;
  }
}
