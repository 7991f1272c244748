// Node's `primordials`, the built-in functions as they were at the start: under the
// names that Node's code knows them by, `ArrayPrototypeMap` being
// Array.prototype.map with its `this` as the first parameter. The inspector's own
// stand-in makes all 1,500 of them; these are made as the code asks for them.

type Method = (...args: unknown[]) => unknown;

const {apply, bind, call} = Function.prototype;
const uncurryThis: (method: Method) => Method = bind.bind(call as never) as never;
const applyBind: (method: Method) => Method = bind.bind(apply as never) as never;

/** An iterator over a string's characters. */
class StringIterator {
  constructor(text: string) {
    return text[Symbol.iterator]();
  }
}

const SPECIAL: Record<string, unknown> = {
  // The classes that no program can have changed, of which these are what is left.
  SafeMap: Map,
  SafeSet: Set,
  SafeStringIterator: StringIterator,
  SafeWeakMap: WeakMap,
  TypedArray: Object.getPrototypeOf(Uint8Array),
  globalThis,
  internalBinding: () => ({hasIntl: false}),
  uncurryThis,
};

function find(name: string): unknown {
  return Object.hasOwn(SPECIAL, name) ? SPECIAL[name] :
                                        (globalThis as never)[name];
}

/** The value of a name such as Array, MathMax, MapPrototypeGetSize,
 *  RegExpPrototypeSymbolReplace or ArrayPrototypePushApply. */
function resolve(name: string): unknown {
  const whole = find(name);
  if (whole !== undefined) return whole;
  for (let end = name.length - 1; end > 0; end--) {
    const owner = find(name.slice(0, end)) as Record<PropertyKey, unknown>;
    if (owner === undefined) continue;
    const member = name.slice(end);
    if (member === 'Prototype') return owner.prototype;
    if (!member.startsWith('Prototype')) return memberOf(owner, member);
    return memberOf(owner.prototype as object, member.slice(9));
  }
  throw new Error(`There is no primordial '${name}'.`);
}

function memberOf(owner: object, name: string): unknown {
  const isPrototype = Object.hasOwn(owner, 'constructor');
  const wrap = (value: unknown) => isPrototype && typeof value === 'function' ?
      uncurryThis(value as Method) :
      value;
  const own = (key: string) => Object.getOwnPropertyDescriptor(owner, keyOf(key));
  const property = own(name);
  if (property) return wrap(property.value);
  const getter = name.startsWith('Get') ? own(name.slice(3))?.get : undefined;
  if (getter) return uncurryThis(getter as Method);
  if (name.endsWith('Apply')) {
    return applyBind(own(name.slice(0, -'Apply'.length))!.value);
  }
  return undefined;
}

function keyOf(name: string): PropertyKey {
  const key = name[0]!.toLowerCase() + name.slice(1);
  if (!name.startsWith('Symbol')) return key;
  const symbol = (Symbol as never)[keyOf(name.slice('Symbol'.length))];
  return typeof symbol === 'symbol' ? symbol : key;
}

export const primordials: object = new Proxy({}, {
  get: (_target, name) => resolve(String(name)),
});
