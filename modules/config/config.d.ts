/** What an operator sets, in files that the command line names:
 *  `rt run --config app=settings.json app.ts`.
 *
 *      import {open} from 'rt:config';
 *
 *      const limit = open('app').get<number>('limit') ?? 10;
 *
 *  A file is a JSON object. It is read once, before the program runs, and checked then:
 *  what is no JSON is told with its line and column. */
declare module 'rt:config' {
  export interface Config {
    readonly name: string;
    /** The value under a key of the object, which cannot be changed; undefined where
     *  there is none. */
    get<T = any>(key: string): T | undefined;
    has(key: string): boolean;
    /** In the file's order, but for those that are whole numbers, which come first. */
    keys(): string[];
  }

  /** An Error with the code 'ENOENT' where no --config has this name, 'EPERM' where the
   *  sandbox has no `stores: ['config:NAME']`. */
  export function open(name: string): Config;
}
