// A realm that works when it is told to. `turns` are of about 50 us of computing; they
// come all in one task, or one for each number that arrives on `from`, which goes on
// to `to`, a neighbour's.
import {port} from 'rt:realm';

function work() {
  let x = 0;
  for (let i = 0; i < 25000; i++) x = (x * 31 + i) | 0;
  return x;
}

port.onmessage = ({data: {turns, from, to}}) => {
  if (from === undefined) {
    for (let i = 0; i < turns; i++) work();
    port.postMessage('done');
    return;
  }
  from.onmessage = ({data: left}) => {
    work();
    if (left > 0) to.postMessage(left - 1);
    else port.postMessage('done');
  };
  port.postMessage('ready');
};

export const ready = () => true;
