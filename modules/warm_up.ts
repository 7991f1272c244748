// A package that was unpacked while the snapshot was made is in it as it is. This
// unpacks what most programs need sooner or later and what takes long: what shows
// values and errors, and what parses URLs. It calls no native function but those of
// natives.inspect, which depend on nothing but their arguments.

import {format, inspect} from './web/inspect.ts';
import {urlInterfaces} from './web/url.ts';

export function warmUp(): void {
  inspect({a: {b: [1, 'text', null, undefined, true]}, c: new Error('e')});
  format({colors: true}, ['%s %d', 'text', 1, {a: 1}]);
  new urlInterfaces.URL('./b?c=d#e', 'http://a/').searchParams.get('c');
}
