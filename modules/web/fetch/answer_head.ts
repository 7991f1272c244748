// The head of an answer, as native code gives it: lines "Name: value\r\n".

import type {HeaderList} from './header_list.ts';
import {deleteHeader} from './header_list.ts';

const LINE_END = /\r?\n(?![\t ])/;
const FOLD = /\r?\n[\t ]+/g;
const AROUND = /^[\t ]+|[\t ]+$/g;

/** `isDecoded`: a content coding was taken off the body, so that the headers which
 *  tell of it are left out. */
export function parseHead(lines: string, isDecoded: boolean): HeaderList {
  const list: HeaderList = [];
  for (const line of lines.split(LINE_END)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(FOLD, ' ').replace(AROUND, '');
    list.push(line.slice(0, colon), value);
  }
  if (isDecoded) {
    deleteHeader(list, 'content-encoding');
    deleteHeader(list, 'content-length');
  }
  return list;
}
