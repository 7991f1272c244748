/** What nobody but the program should know, in files that the command line names:
 *  `rt run --secret db-password=/run/secrets/db app.ts`.
 *
 *      import {open} from 'rt:secret';
 *
 *      const password = open('db-password');
 *      console.log(password);            // [secret]
 *      await connect({password: password.text()});
 *
 *  Files are read once, before the program runs. */
declare module 'rt:secret' {
  /** Shows as "[secret]" wherever it is printed or becomes a string or JSON; to clone it
   *  or to send it to another realm is an Error. What text() and bytes() return is the
   *  secret itself: whatever is done with that is done in the open. */
  export interface Secret {
    readonly name: string;
    /** Without the line end that the file may have; bytes that are no UTF-8 become
     *  U+FFFD. */
    text(): string;
    /** The file as it is. */
    bytes(): Uint8Array<ArrayBuffer>;
    toString(): '[secret]';
    toJSON(): '[secret]';
  }

  /** An Error with the code 'ENOENT' where no --secret has this name, 'EPERM' where the
   *  sandbox has no `stores: ['secret:NAME']`. */
  export function open(name: string): Secret;
}
