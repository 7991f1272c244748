"""ES modules: what is imported, in which order it runs, and what errors say."""

import json
import random

from rt_run import RtTest


class Importing(RtTest):
    def test_paths_urls_packages_and_built_ins(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": f"""
                    import {{a}} from './lib/a b.js';
                    import {{a as b}} from './lib/a%20b.js';
                    import {{a as c}} from '{self.folder}/lib/a%20b.js';
                    import {{a as d}} from 'file://{self.folder}/lib/a%20b.js';
                    import {{p}} from 'pkg';
                    import {{deep}} from '@scope/pkg/deep/x.js';
                    import {{pid}} from 'rt:process';
                    console.log(a === b && b === c && c === d, p, deep, pid > 0);
                """,
                "lib/a b.js": "export const a = {};",
                "node_modules/pkg/package.json": json.dumps(
                    {"exports": {"rt": "./rt.mjs", "default": "./d.mjs"}}
                ),
                "node_modules/pkg/rt.mjs": "export const p = 'for rt';",
                "node_modules/@scope/pkg/package.json": json.dumps(
                    {"exports": {"./deep/*": "./src/*"}, "type": "module"}
                ),
                "node_modules/@scope/pkg/src/x.js": "export const deep = 'deep';",
            },
        )
        self.assertOutput(result, stdout="true for rt deep true\n")

    def test_a_query_makes_another_module_of_a_file(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": """
                    const [a, b, c] = await Promise.all([
                        import('./x.js'), import('./x.js?1'), import('./x.js')]);
                    console.log(a === b, a === c, b.url.endsWith('/x.js?1'));
                """,
                "x.js": "export const url = import.meta.url;",
            },
        )
        self.assertOutput(result, stdout="false true true\n")

    def test_json_needs_its_attribute(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": """
                    import data from './data.json' with {type: 'json'};
                    console.log(data.list[1]);
                    const again = await import('./data.json', {with: {type: 'json'}});
                    console.log(again.default === data);
                    for (const [file, options] of [
                        ['./data.json'],
                        ['./data.json', {with: {type: 'css'}}],
                        ['./data.json', {with: {kind: 'json'}}],
                        ['./main.js', {with: {type: 'json'}}],
                    ]) {
                        await import(file, options).catch((error) =>
                            console.log(error.name, error.message.split(': ')[1]));
                    }
                """,
                "data.json": b'\xef\xbb\xbf{"list": [1, "two"]}',
            },
        )
        self.assertOutput(
            result,
            stdout="two\ntrue\n"
            "TypeError JSON needs the import attribute\n"
            "TypeError rt knows no module type 'css', only 'json'\n"
            "TypeError rt knows no import attribute 'kind', only type\n"
            f"TypeError {self.folder}/main.js is no JSON, but was asked for with "
            "{ type\n",
        )

    def test_broken_json_is_shown_with_its_line(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": "import './data.json' with {type: 'json'};",
                "data.json": '{\n  "a": oops\n}',
            },
        )
        self.assertCode(result, 1)
        self.assertIn(f"{self.folder}/data.json:2\n", result.stderr)
        self.assertIn('  "a": oops\n       ^\n', result.stderr)

    def test_import_meta(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": """
                    import {meta} from './lib/ä.js';
                    const {url, filename, dirname, main} = meta;
                    console.log(JSON.stringify({url, filename, dirname, main}));
                    console.log(import.meta.main);
                    console.log(meta.resolve('./none.bin'));
                    console.log(meta.resolve('pkg'), meta.resolve('rt:process'));
                    try { meta.resolve('nowhere'); } catch (e) { console.log(e.code); }
                """,
                "lib/ä.js": "export const meta = import.meta;",
                "node_modules/pkg/index.js": "",
            },
        )
        lines = result.stdout.splitlines()
        folder = f"file://{self.folder}"
        self.assertEqual(
            json.loads(lines[0]),
            {
                "url": f"{folder}/lib/%C3%A4.js",
                "filename": f"{self.folder}/lib/ä.js",
                "dirname": f"{self.folder}/lib",
                "main": False,
            },
        )
        self.assertEqual(
            lines[1:],
            [
                "true",
                f"{folder}/lib/none.bin",
                f"{folder}/node_modules/pkg/index.js rt:process",
                "ERR_MODULE_NOT_FOUND",
            ],
        )


class Order(RtTest):
    def test_cycles_have_live_bindings(self) -> None:
        result = self.rt(
            "run",
            "a.js",
            files={
                "a.js": """
                    import {count, add} from './b.js';
                    export const early = 1;
                    console.log(count);
                    add();
                    console.log(count);
                """,
                "b.js": """
                    import {early} from './a.js';
                    export let count = 0;
                    export const add = () => { count += early; };
                    try { early; } catch (error) { console.log(error.name); }
                """,
            },
        )
        self.assertOutput(result, stdout="ReferenceError\n0\n1\n")

    def test_a_module_waits_for_what_its_imports_await(self) -> None:
        # b and c start together; a goes on when both are done.
        result = self.rt(
            "run",
            "a.js",
            files={
                "a.js": "import './b.js'; import './c.js'; console.log('a');",
                "b.js": """
                    console.log('b starts');
                    await new Promise((resolve) => { globalThis.release = resolve; });
                    console.log('b ends');
                """,
                "c.js": "console.log('c'); release();",
            },
        )
        self.assertOutput(result, stdout="b starts\nc\nb ends\na\n")

    def test_import_runs_nothing_before_its_caller_has_ended(self) -> None:
        result = self.rt(
            "run",
            "a.js",
            files={
                "a.js": """
                    const b = import('./b.js');
                    console.log('a');
                    await b;
                    console.log('after b');
                """,
                "b.js": "console.log('b starts'); await 0; console.log('b ends');",
            },
        )
        self.assertOutput(result, stdout="a\nb starts\nb ends\nafter b\n")

    def _order(self, imports: dict[int, list[int]]) -> list[int]:
        """The order in which a graph runs: ECMA-262's InnerModuleEvaluation."""
        order: list[int] = []
        seen = {0}
        path = [(0, iter(imports[0]))]
        while path:
            module, rest = path[-1]
            for child in rest:
                if child not in seen:
                    seen.add(child)
                    path.append((child, iter(imports[child])))
                    break
            else:
                order.append(module)
                path.pop()
        return order

    def _check_order(self, imports: dict[int, list[int]]) -> None:
        files = {"main.js": "import './m0.js'; console.log(ran.join(' '));"}
        for module, children in imports.items():
            files[f"m{module}.js"] = (
                "".join(f"import './m{child}.js';" for child in children)
                + f"(globalThis.ran ??= []).push({module});"
            )
        result = self.rt("run", "main.js", files=files)
        order = " ".join(map(str, self._order(imports)))
        self.assertOutput(result, stdout=f"{order}\n")

    def test_a_chain_of_10000_modules(self) -> None:
        count = 10_000
        self._check_order(
            {i: [i + 1] if i + 1 < count else [] for i in range(count)}
        )

    def test_a_cycle_too_long_for_v8_is_named(self) -> None:
        count = 6000  # node 20 overflows from some 3,600 on
        files = {
            f"m{i}.js": f"import {{x as y}} from './m{(i + 1) % count}.js';"
            f"export const x = {i};" for i in range(count)
        }
        files["m0.js"] += "console.log('linked');"
        result = self.rt("run", "m0.js", files=files)
        self.assertCode(result, 1)
        self.assertIn(
            f"RangeError: cannot link {self.folder}/m0.js: {count} modules import "
            "one another in a cycle", result.stderr)
        advice = result.stderr.rpartition(" ")[2].strip()
        self.assertTrue(advice.startswith("--v8-flag=--stack-size="), advice)
        self.assertOutput(self.rt("run", advice, "m0.js"), stdout="linked\n")

    def test_deep_graphs_run_in_the_order_of_the_standard(self) -> None:
        # Trees of long chains, whose modules share others and have small cycles.
        for seed in range(4):
            with self.subTest(seed=seed):
                dice = random.Random(seed)
                count, shared = 1500, 100
                imports: dict[int, list[int]] = {i: [] for i in range(count + shared)}
                parent = {0: 0}
                for module in range(1, count):
                    deeper = dice.random() < 0.99
                    parent[module] = module - 1 if deeper else dice.randrange(module)
                    imports[parent[module]].append(module)
                    if dice.random() < 0.05:
                        imports[module].append(parent[parent[module]])
                    if dice.random() < 0.2:
                        imports[module].append(count + dice.randrange(shared))
                for module in range(count, count + shared - 1):
                    imports[module].append(dice.randrange(module + 1, count + shared))
                for children in imports.values():
                    dice.shuffle(children)
                self._check_order(
                    {i: list(dict.fromkeys(imports[i])) for i in imports}
                )


class Errors(RtTest):
    def test_a_missing_module_names_specifier_importer_and_line(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": "import './lib/a.js';",
                "lib/a.js": "\nimport {b} from './b';\n",
                "lib/b.js": "",
            },
        )
        self.assertCode(result, 1)
        self.assertIn(
            f"cannot import './b' from {self.folder}/lib/a.js:2:17: there is no file "
            f"{self.folder}/lib/b; did you mean './b.js'?",
            result.stderr,
        )
        self.assertIn(
            f"{self.folder}/lib/a.js:2\nimport {{b}} from './b';\n"
            "                ^\n",
            result.stderr,
        )

    def test_a_missing_export_names_the_module_and_the_line(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={"main.js": "import {b} from './a.js';", "a.js": ""},
        )
        self.assertCode(result, 1)
        self.assertIn(f"{self.folder}/main.js:1\n", result.stderr)
        self.assertIn(
            "SyntaxError: The requested module './a.js' does not provide an export "
            "named 'b'",
            result.stderr,
        )

    def test_an_unknown_built_in_names_the_nearest(self) -> None:
        result = self.rt("run", "a.js", files={"a.js": "import 'rt:proces';"})
        self.assertCode(result, 1)
        self.assertIn("did you mean 'rt:process'?", result.stderr)

    def test_a_common_js_package_is_named_with_its_file(self) -> None:
        packages = {
            # By its type, by its name, by its exports, and by its text alone.
            "typed": {"package.json": {"type": "commonjs"}, "index.js": "exports.a = 1"},
            "named": {"package.json": {"main": "index.cjs"}, "index.cjs": ""},
            "exporting": {
                "package.json": {"exports": {"require": "./index.js"}},
                "index.js": "",
            },
            "silent": {
                "package.json": {"main": "index.js"},
                "index.js": "const fs = require('fs'); module.exports = 1;",
            },
            "sloppy": {"package.json": {}, "index.js": "exports.a = 010;"},
        }
        files = {}
        for name, content in packages.items():
            content["package.json"].update(name=name, version="1.2.3")
            for file, text in content.items():
                files[f"node_modules/{name}/{file}"] = (
                    text if isinstance(text, str) else json.dumps(text)
                )
        files["main.js"] = f"""
            for (const name of {json.dumps(list(packages))}) {{
                await import(name).catch((e) => console.log(e.code, e.message));
            }}
        """
        result = self.rt("run", "main.js", files=files)
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), len(packages), str(result))
        for name, line in zip(packages, lines):
            file = "index.cjs" if name == "named" else "index.js"
            self.assertIn("ERR_COMMONJS cannot import", line)
            self.assertIn(
                f"the package '{name}' 1.2.3 is CommonJS: "
                f"{self.folder}/node_modules/{name}/{file}",
                line,
            )

    def test_a_package_that_says_nothing_is_what_its_text_shows(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": """
                    import {a} from 'exporting';
                    import 'importing';
                    import 'bare';
                    console.log(a);
                """,
                "node_modules/exporting/package.json": '{"module": "i.js"}',
                "node_modules/exporting/i.js": """
                    // Not like require('a') and module.exports.
                    export const a = 'exported';
                """,
                "node_modules/importing/index.js": "import 'bare'; /* exports.a */",
                "node_modules/bare/index.js": "globalThis.x = 1;",
            },
        )
        self.assertOutput(result, stdout="exported\n")

    def test_a_module_that_fails_gives_the_same_error_again(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": """
                    for (const name of ['./throws.js', './broken.js', './deep.js']) {
                        const first = await import(name).catch((error) => error);
                        const again = await import(name).catch((error) => error);
                        console.log(first.name, first === again);
                    }
                """,
                "throws.js": "throw new RangeError('x');",
                "broken.js": "let;;x y",
                "deep.js": "import './throws.js';",
            },
        )
        self.assertOutput(
            result, stdout="RangeError true\nSyntaxError true\nRangeError true\n"
        )

    def test_an_unhandled_failure_of_import_ends_the_program(self) -> None:
        result = self.rt(
            "run",
            "main.js",
            files={
                "main.js": "import('./throws.js');",
                "throws.js": "throw new Error('x');",
            },
        )
        self.assertCode(result, 1)
        self.assertIn("Error: x", result.stderr)

    def test_a_link_to_itself_is_an_error_with_its_reason(self) -> None:
        (self.folder / "loop.js").symlink_to("loop.js")
        result = self.rt("run", "main.js", files={"main.js": "import './loop.js';"})
        self.assertCode(result, 1)
        self.assertIn("ELOOP", result.stderr)
