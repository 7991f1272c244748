// https://html.spec.whatwg.org/#atob

/** Base64 of a string whose characters, U+0000 to U+00FF, are bytes. Throws a
 *  DOMException 'InvalidCharacterError' for any other character. */
declare function btoa(data: string): string;
/** The inverse. Skips white space and takes text without padding; anything else
 *  that is not Base64 throws a DOMException 'InvalidCharacterError'. */
declare function atob(data: string): string;
