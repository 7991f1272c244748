"""A frame is on the line that it executes, in whatever construct of the language."""

import re
from collections import Counter

from profile_checker import describe
from profile_test import ProfileTest

SERIAL = True

# A line that ends in `// @name` calls `burn`, from the function of that name.
# Most of this code runs once.
PROGRAM = """
function burn() {
  let x = 0;
  for (let i = 0; i < 1e6; i++) x = (x * 31 + i) | 0;
  return 1;
}
function recurse(n) {
  if (n === 0) return burn();  // @recurse
  return recurse(n - 1) + 1;
}
recurse(5);
function even(n) {
  return n === 0 ? burn() : odd(n - 1);  // @even
}
function odd(n) { return even(n - 1); }
even(6);
async function waits() {
  burn();  // @waits
  await null;
  burn();  // @waits
  await new Promise((d) => setTimeout(d, 1));
  burn();  // @waits
  for await (const x of [1, 2]) burn();  // @waits
}
await waits();
function* gen() {
  burn();  // @gen
  yield 1;
  burn();  // @gen
  yield burn();  // @gen
}
for (const g of gen());
class Shape {
  field = burn();  // @Shape
  static sfield = burn();  // @Shape
  static {
    burn();  // @Shape
  }
  get area() {
    return burn();  // @get area
  }
  set area(v) {
    burn();  // @set area
  }
  #secret() { return burn(); }  // @#secret
  reveal() { return this.#secret(); }
  static make() { return new Shape(); }
  [Symbol.iterator]() { burn(); return [][Symbol.iterator](); }  // @(anonymous)
}
const shape = Shape.make();
shape.area; shape.area = 1; shape.reveal(); [...shape];
[1].map(function mapped() {
  return burn();  // @mapped
});
[2, 1].sort(function compare(a, b) {
  burn();  // @compare
  return a - b;
});
'abc'.replace(/b/, function replacer() {
  burn();  // @replacer
  return 'x';
});
JSON.parse('[1]', function reviver(k, v) {
  if (k === '0') burn();  // @reviver
  return v;
});
JSON.stringify({toJSON: function toj() {
  burn();  // @toj
}});
const bound = (function target() {
  burn();  // @target
}).bind(null);
bound();
const proxy = new Proxy({}, {get: function trap() {
  return burn();  // @trap
}});
proxy.x;
function tag(strings, ...values) {
  burn();  // @tag
}
tag`a${1}b`;
Reflect.apply(function applied() {
  burn();  // @applied
}, null, []);
(function called() {
  burn();  // @called
}).call(null);
new Promise(function executor() {
  burn();  // @executor
});
await new Promise((done) => setTimeout(function timer() {
  burn();  // @timer
  done();
}, 1));
queueMicrotask(function micro() {
  burn();  // @micro
});
await null;
const obj = {valueOf: function valued() {
  burn();  // @valued
  return 1;
}};
+obj;
try {
  (function thrower() {
    burn();  // @thrower
    throw 1;
  })();
} catch {
  burn();  // @(module) main.js
} finally {
  burn();  // @(module) main.js
}
function dflt(a = burn()) {  // @dflt
  return a;
}
dflt();
const {d = burn()} = {};  // @(module) main.js
switch (burn()) {  // @(module) main.js
  case 1:
    burn();  // @(module) main.js
}
label: do {
  burn();  // @(module) main.js
} while (false);
const multi = [1]
  .map((x) => x)
  .map(function second() {
    return burn();  // @second
  })
  .concat(
    burn(),  // @(module) main.js
    burn());  // @(module) main.js
const tern = multi ?
  burn() :  // @(module) main.js
  0;
`${burn()}  // @(module) main.js
${burn()}`;  // @(module) main.js
const arrow = () => {
  burn();  // @arrow
};
arrow();
while (true) {
  burn();  // @(module) main.js
  break;
}
"""

EVAL = """
function burn() {
  let x = 0;
  for (let i = 0; i < 5e6; i++) x = (x * 31 + i) | 0;
  return 1;
}
globalThis.burn = burn;
eval('\\n\\nburn();');
new Function('burn();')();
eval('function named() {\\n  burn();\\n}\\nnamed();\\n//# sourceURL=named.js');
"""


class Lines(ProfileTest):
    def test_every_call_is_on_its_line(self):
        expected = set()
        for number, line in enumerate(PROGRAM.split("\n"), 1):
            if mark := re.search(r"  // @(.*)$", line):
                expected.add((mark[1], number))
        burned = Counter()
        # On a busy machine a call can pass without a tick.
        for _ in range(5):
            profile = self.profile(PROGRAM)
            for sample in profile.samples:
                if sample.stack[0].name == "burn" and len(sample.stack) > 1:
                    caller = sample.stack[1]
                    name = re.sub(r"^(\(anonymous\)).*", r"\1", caller.name)
                    burned[name, caller.line] += sample.values["cpu"]
            unseen = expected - set(burned)
            if not unseen:
                break
        self.assertEqual(unseen, set(), describe(profile))
        total = sum(burned.values())
        right = sum(cpu for place, cpu in burned.items() if place in expected)
        self.assertGreater(right, 0.97 * total, describe(profile))

    def test_text_that_is_in_no_file_has_lines_of_its_own(self):
        # The line of a call can be that on which the called function starts, elsewhere.
        self.assertTrue(EVAL.startswith("\nfunction burn()"))
        profile = self.profile(EVAL)

        def burns(sample):
            return sample.stack[0].name == "burn"

        def callers(sample):
            return tuple((frame.name, frame.file.rpartition("/")[2], frame.line)
                         for frame in sample.stack[1:])

        lines = {text: number for number, text in enumerate(EVAL.split("\n"), 1)}
        [first, made, last] = [
            number for text, number in lines.items()
            if text.startswith(("eval", "new Function"))]
        module = "(module) main.js", "main.js"
        # V8 puts two lines before the body of a function that is made of text.
        expected = {
            (("(eval)", "", 3), (*module, first)),
            (("(eval)", "", 3), (*module, made)),
            (("named", "named.js", 2), ("(module) named.js", "named.js", 4),
             (*module, last)),
        }
        self.assertLessEqual(
            expected, {callers(s) for s in profile.samples if burns(s)}, describe(profile))
        self.assertShare(profile, lambda s: callers(s) in expected, 0.97, of=burns)
