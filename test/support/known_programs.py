"""Programs whose profile is known before they run: where each frame of theirs can be,
and what share of the time each line has.

A line that ends in `// @name` is one that a frame of the function `name` can be on; one
that ends in `//^name` is where that function starts. `burn(n)` works n units, in the same
loop wherever it is called from: so what the callers' lines take is in the ratio of their
numbers. `:T` stands for a type.

V8 has no place for the call of a class's static blocks and fields, also in a stack trace:
it is on what was before the class. Above `Made` that is the function's start.
"""

import dataclasses
import re
from collections import Counter

BURN = """export function burn(n:T):T {  //^burn @burn
  let x = n;  // @burn
  for (let i = 0; i < n * 5000; i++) x = (x * 31 + i) | 0;  // @burn
  return x & 1 | 1;  // @burn
}
"""

# Has burn() compiled, whose first calls cost many times what the others do; else they
# would be those of whoever comes first in run(). Not in the shares that are known.
WARM = """export function warm(n:T) {  //^warm
  for (let i = 0; i < 50; i++) burn(n);  // @warm
}
"""

# What moves all that is behind it when it is made JavaScript of.
SHIFT = """
enum Shift { Left = 1, Right }
interface Gone {
  shape: string;
}
namespace Deep { export const left:T = Shift.Left; }
class Holder {
  constructor(private readonly n:T, public m = Deep.left) {}
  sum() { return this.n + this.m; }
}
if (new Holder(1).sum() !== 2) throw new Error('wrong');
"""

CALLS = """
function recurse(n:T):T {  //^recurse
  if (n === 0) return burn(2);  // @recurse
  return recurse(n - 1) + 1;  // @recurse
}
function even(n:T):T {  //^even
  return n === 0 ? burn(1) : odd(n - 1);  // @even
}
function odd(n:T):T {  //^odd
  return even(n - 1);  // @odd
}
async function waits() {  //^waits
  burn(1);  // @waits
  await null;
  burn(2);  // @waits
  await Promise.resolve();
  burn(1);  // @waits
  for await (const x of [1]) burn(1);  // @waits
}
function* gen() {  //^gen
  burn(1);  // @gen
  yield 1;
  burn(2);  // @gen
  yield* inner();  // @gen
}
function* inner() {  //^inner
  yield burn(1);  // @inner
}
const first = (() => {
  function twin() {  //^twin
    return burn(1);  // @twin
  }
  return twin;
})();
const second = (() => {
  function twin() {  //^twin
    return burn(2);  // @twin
  }
  return twin;
})();
const arrow = (n:T) => {  //^arrow
  return burn(2) + n;  // @arrow
};
export async function run() {  //^run
  recurse(3);  // @run
  even(4);  // @run
  await waits();  // @run
  for (const x of gen());  // @run
  first();  // @run
  second();  // @run
  arrow(1);  // @run
}
"""

CLASSES = """
class Shape {
  get area() {  //^get area
    return burn(1);  // @get area
  }
  set area(v) {  //^set area
    burn(1);  // @set area
  }
  #secret() {  //^#secret
    return burn(2);  // @#secret
  }
  reveal() {  //^reveal
    return this.#secret();  // @reveal
  }
  constructor() {  //^Shape
    burn(1);  // @Shape
  }
}
function define() {  //^define @define
  class Made {  //^Made @Made
    static {  //^Made
      burn(1);  // @Made
    }
    static field = burn(2);  // @Made
    own = burn(1);  //^Made @Made
  }
  return new Made();  // @define
}
function callbacks() {  //^callbacks
  [1].map(function mapped() {  //^mapped @callbacks
    return burn(2);  // @mapped
  });
  [2, 1].sort(function compare(a, b) {  //^compare @callbacks
    burn(1);  // @compare
    return a - b;
  });
  'abc'.replace(/b/, function replacer() {  //^replacer @callbacks
    burn(1);  // @replacer
    return 'x';
  });
  JSON.parse('1', function reviver(k, v) {  //^reviver @callbacks
    burn(1);  // @reviver
    return v;
  });
}
export async function run() {  //^run
  const shape = new Shape();  // @run
  shape.area;  // @run
  shape.area = 1;  // @run
  shape.reveal();  // @run
  define();  // @run
  callbacks();  // @run
}
"""

MADE = """
const bound = (function target() {  //^target
  return burn(2);  // @target
}).bind(null);
const proxy:T = new Proxy({}, {
  get: function trap() {  //^trap
    return burn(1);  // @trap
  },
  has: function hasTrap() {  //^hasTrap
    return burn(1) > 0;  // @hasTrap
  },
});
function tag(strings:T, ...values:T[]) {  //^tag
  return burn(2);  // @tag
}
const text = new Function('burn', 'burn(1);');
const indirect:T = (0, eval)('\\n\\n((burn) => burn(1))');
function given(a:T = burn(1)) {  //^given @given
  return a;
}
const holder:T = {
  valueOf: function valued() {  //^valued
    return burn(1);  // @valued
  },
  method() {  //^method
    return burn(1);  // @method
  },
};
export async function run() {  //^run
  bound();  // @run
  proxy.x;  // @run
  'x' in proxy;  // @run
  tag`a${1}b`;  // @run
  text(burn);  // @run
  indirect(burn);  // @run
  given();  // @run
  +holder;  // @run
  holder.method();  // @run
}
"""

BODIES = {"calls": CALLS, "classes": CLASSES, "made": MADE}


def script(body: str, *, typed: bool = False, module: str = "burn.js") -> str:
    """The text of a file: JavaScript, or TypeScript where it is `typed`."""
    text = re.sub(r":T\b", ": any" if typed else "", body)
    # A type of its own is no value: what is left of `any[]` goes with it.
    if not typed:
        text = text.replace("values[]", "values")
    warm = re.sub(r":T\b", ": number" if typed else "", WARM)
    return f"import {{burn}} from './{module}';\n{text}{warm}"


def burn_module(typed: bool = False) -> str:
    return re.sub(r":T\b", ": number" if typed else "", BURN)


def renamed(text: str) -> str:
    """With names beyond ASCII: of one and of two UTF-16 units."""
    for name in ("recurse", "even", "twin", "arrow", "define", "Shape", "Made", "mapped",
                 "compare", "target", "trap", "tag", "valued", "reveal"):
        text = re.sub(rf"\b{name}\b", f"{name}é日𝒳", text)
    return text


@dataclasses.dataclass
class Known:
    """What a file's text says of its frames."""

    lines: dict[str, set[int]]  # a function's lines, by its name
    starts: dict[str, set[int]]
    burned: Counter  # the units that (name, line) burns in one run()

    @classmethod
    def of(cls, text: str) -> "Known":
        known = cls({}, {}, Counter())
        for number, line in enumerate(text.splitlines(), 1):
            for kind, name in re.findall(r"(@|\^)([^@^]+?)(?= @|$)", line.partition("//")[2]):
                into = known.lines if kind == "@" else known.starts
                into.setdefault(name.strip(), set()).add(number)
            if mark := re.search(r"burn\((\d)\).*//.* ?@(.*)$", line):
                known.burned[mark[2], number] += int(mark[1])
        return known
