import { leaf } from './leaf.js';

export function middle(n) {
  return leaf(n) + 1;
}
