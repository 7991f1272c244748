// A function that ran while the snapshot was made is in it with its bytecode, and a
// package that was unpacked is in it as it is. This runs what most programs need
// sooner or later and what costs much the first time: showing values and errors, and
// parsing URLs. It calls no native function but those of natives.inspect, which
// depend on nothing but their arguments.

import {format, inspect} from './web/inspect.ts';
import {urlInterfaces} from './web/url.ts';

export function warmUp(): void {
  inspect({a: {b: [1, 'text', null, undefined, true]}, c: new Error('e')});
  format({colors: true}, ['%s %d', 'text', 1, {a: 1}]);
  new urlInterfaces.URL('./b?c=d#e', 'http://a/').searchParams.get('c');
}
