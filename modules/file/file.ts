// rt:file: the disk's file system. file.d.ts says what each method is for.

import type {CopyOptions, DirectoryEntry, FileInfo, GlobOptions, MkdirOptions, OpenOptions, Path, ReadOptions, ReadTextOptions, RemoveOptions, WriteOptions} from 'rt:file';
import {toBoolean, toData, toExpect, toMode, toOptions, toPath, toPathText, toSignal} from './arguments.ts';
import {type DiskFile, openDiskFile} from './disk_file.ts';
import {toEntries, toFileInfo} from './file_info.ts';
import {cancellable, settle} from './operation.ts';
import {decodeFile} from './text.ts';

const FILE_MODE = 0o666;
const FOLDER_MODE = 0o777;

export class DiskFileSystem {
  async readFile(path: Path, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
    const text = toPath(path, 'path');
    const signal = toSignal(toOptions(options).signal);
    return cancellable(signal, (id) => natives.file.readFile(text, id));
  }

  async readTextFile(path: Path, options?: ReadTextOptions): Promise<string> {
    const text = toPath(path, 'path');
    const {fatal, signal} = toOptions(options);
    const isFatal = toBoolean(fatal, 'options.fatal');
    const bytes = await cancellable(
        toSignal(signal), (id) => natives.file.readFile(text, id));
    return decodeFile(bytes, isFatal, text);
  }

  async writeFile(
      path: Path, data: string|BufferSource, options?: WriteOptions): Promise<void> {
    const text = toPath(path, 'path');
    const content = toData(data);
    const {append, create, mode, sync, signal} = toOptions(options);
    const isAppend = toBoolean(append, 'options.append');
    const expect = toExpect(create, true);
    const bits = toMode(mode, 'options.mode', FILE_MODE);
    const isSync = toBoolean(sync, 'options.sync');
    await cancellable(
        toSignal(signal),
        (id) =>
            natives.file.writeFile(text, content, isAppend, expect, bits, isSync, id));
  }

  async open(path: Path, options?: OpenOptions): Promise<DiskFile> {
    const text = toPath(path, 'path');
    const {read, write, append, truncate, create, mode} = toOptions(options);
    const isAppend = toBoolean(append, 'options.append');
    const isWrite = toBoolean(write, 'options.write') || isAppend;
    const isRead = toBoolean(read, 'options.read', !isWrite);
    if (!isRead && !isWrite) {
      throw new TypeError(
          'options.read, options.write or options.append must be true');
    }
    const isTruncate = toBoolean(truncate, 'options.truncate');
    if (isTruncate && !isWrite) {
      throw new TypeError('options.truncate needs options.write');
    }
    const opened = natives.openFile.open(
        text, isRead, isWrite, isAppend, isTruncate, toExpect(create, false), toMode(mode, 'options.mode', FILE_MODE));
    return openDiskFile(text, opened);
  }

  async stat(path: Path): Promise<FileInfo> {
    return toFileInfo(await settle(natives.file.stat(toPath(path, 'path'), true)));
  }

  async lstat(path: Path): Promise<FileInfo> {
    return toFileInfo(await settle(natives.file.stat(toPath(path, 'path'), false)));
  }

  async readDir(path: Path): Promise<DirectoryEntry[]> {
    return toEntries(await settle(natives.file.readDir(toPath(path, 'path'))));
  }

  async glob(pattern: string, options?: GlobOptions): Promise<string[]> {
    const text = toPathText(pattern, 'pattern');
    const {cwd, dot, follow, skipUnreadable, signal} = toOptions(options);
    const start = cwd === undefined ? '' : toPath(cwd, 'options.cwd');
    const isDot = toBoolean(dot, 'options.dot');
    const isFollow = toBoolean(follow, 'options.follow');
    const isSkip = toBoolean(skipUnreadable, 'options.skipUnreadable');
    return cancellable(
        toSignal(signal),
        (id) => natives.file.glob(text, start, isDot, isFollow, isSkip, id));
  }

  async mkdir(path: Path, options?: MkdirOptions): Promise<void> {
    const text = toPath(path, 'path');
    const {recursive, mode} = toOptions(options);
    await settle(natives.file.mkdir(
        text, toBoolean(recursive, 'options.recursive'),
        toMode(mode, 'options.mode', FOLDER_MODE)));
  }

  async remove(path: Path, options?: RemoveOptions): Promise<void> {
    const text = toPath(path, 'path');
    const {recursive, force, signal} = toOptions(options);
    const isRecursive = toBoolean(recursive, 'options.recursive');
    const isForce = toBoolean(force, 'options.force');
    await cancellable(
        toSignal(signal),
        (id) => natives.file.remove(text, isRecursive, isForce, id));
  }

  async rename(from: Path, to: Path): Promise<void> {
    await settle(natives.file.rename(toPath(from, 'from'), toPath(to, 'to')));
  }

  async copyFile(from: Path, to: Path, options?: CopyOptions): Promise<void> {
    const source = toPath(from, 'from');
    const dest = toPath(to, 'to');
    const {exclusive, signal} = toOptions(options);
    const isExclusive = toBoolean(exclusive, 'options.exclusive');
    await cancellable(
        toSignal(signal),
        (id) => natives.file.copyFile(source, dest, isExclusive, id));
  }

  async realPath(path: Path): Promise<string> {
    return settle(natives.file.realPath(toPath(path, 'path')));
  }

  async symlink(target: string, path: Path): Promise<void> {
    await settle(
        natives.file.symlink(toPathText(target, 'target'), toPath(path, 'path')));
  }

  async readLink(path: Path): Promise<string> {
    return settle(natives.file.readLink(toPath(path, 'path')));
  }

  async chmod(path: Path, mode: number): Promise<void> {
    await settle(natives.file.chmod(toPath(path, 'path'), toMode(mode, 'mode')));
  }
}
