// rt:file.

export {DiskFileSystem} from '../file/file.ts';
