// outer() calls middle() calls leaf(), each in a file of its own.
import { middle } from './middle.js';

function outer(rounds) {
  let x = 0;
  for (let i = 0; i < rounds; i++) x = (x + middle(i)) | 0;
  return x;
}
const end = performance.now() + 700;
while (performance.now() < end) outer(2000);
