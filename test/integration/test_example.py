"""The examples: what they print, and what the profile of one tells."""

import json
import pathlib
import re

import pprof_tool
from rt_run import ROOT, RtTest, run_program

REALMS = ROOT / "examples/realms.ts"
EXAMPLE = ROOT / "examples/parse_packages.ts"
PARSER = ROOT / "examples/parse_realm.ts"
PACKAGES = ROOT / "node_modules"

# Counts by another way than the example does: the nodes that JSON.stringify
# meets, under node.
COUNT = """
const acorn = require(process.argv[1]);
const fs = require('fs');
const options = {ecmaVersion: 'latest', allowReturnOutsideFunction: true};
const total = {files: 0, bytes: 0, nodes: 0};
for (const name of fs.readdirSync(process.argv[2], {recursive: true})) {
  const path = process.argv[2] + '/' + name;
  if (!/\\.[cm]?js$/.test(name) || !fs.statSync(path).isFile()) continue;
  const source = fs.readFileSync(path, 'utf8');
  let tree;
  try {
    tree = acorn.parse(source, {...options, sourceType: 'module'});
  } catch {
    tree = acorn.parse(source, {...options, sourceType: 'script'});
  }
  total.files += 1;
  total.bytes += fs.statSync(path).size;
  JSON.stringify(tree, (key, value) => {
    if (value instanceof acorn.Node) total.nodes += 1;
    return typeof value === 'bigint' ? 0 : value;
  });
}
console.log(JSON.stringify(total));
"""


def table(stdout: str) -> dict[str, list[int]]:
    """row -> its numbers, of what console.table printed."""
    rows = {}
    for line in stdout.splitlines():
        cells = [cell.strip() for cell in line.strip("│").split("│")]
        if len(cells) == 5 and cells[1].isdigit():
            rows[cells[0]] = [int(cell) for cell in cells[1:]]
    return rows


class Example(RtTest):
    def test_counts_what_node_counts(self):
        result = self.rt("run", EXAMPLE)
        self.assertCode(result, 0)
        self.assertEqual(result.stderr, "")
        rows = table(result.stdout)
        self.assertEqual(
            list(rows), ["parser 1", "parser 2", "parser 3", "all"], str(result)
        )
        counted = run_program(["node", "-e", COUNT, PACKAGES / "acorn", PACKAGES])
        self.assertEqual(counted.stderr, "")
        expected = json.loads(counted.stdout)
        self.assertEqual(
            rows["all"][:3], [expected["files"], expected["bytes"], expected["nodes"]]
        )
        for column in range(3):
            parts = sum(rows[f"parser {i}"][column] for i in (1, 2, 3))
            self.assertEqual(parts, rows["all"][column])

    def test_a_folder_of_ones_own(self):
        self.write("p/one/module.js", "export const a = 1;")
        self.write("p/one/common.js", "with (module) exports; return;")
        self.write("p/@scope/two/index.mjs", "await 0")
        self.write("p/@scope/two/node_modules/three/x.cjs", "")
        self.write("p/one/bad.js", "let let")
        self.write("p/one/data.json", "{}")
        result = self.rt("run", EXAMPLE, "p")
        self.assertCode(result, 0)
        self.assertIn("5 files of 3 packages", result.stdout)
        # ESTree's nodes: Program, ExportNamedDeclaration, VariableDeclaration,
        # VariableDeclarator, Identifier, Literal; Program, WithStatement,
        # 2 x (Identifier) with an ExpressionStatement, ReturnStatement; Program,
        # ExpressionStatement, AwaitExpression, Literal; Program.
        self.assertEqual(table(result.stdout)["all"][0], 4)
        self.assertEqual(table(result.stdout)["all"][2], 6 + 6 + 4 + 1)
        self.assertRegex(result.stderr, r"\ANot parsed: p/one/bad.js: .*\n\Z")

    def test_a_tree_deeper_than_the_stack_is_no_crash(self):
        self.write("p/deep/a.js", "x" + "+x" * 3000)
        self.write("p/deep/b.js", "(" * 100000)
        result = self.rt("run", EXAMPLE, "p")
        self.assertCode(result, 0)
        self.assertIn("Not parsed: p/deep/b.js", result.stderr)
        self.assertEqual(table(result.stdout)["all"][2], 2 + 3001 + 3000)

    def test_a_wrong_folder_is_named(self):
        (self.folder / "empty").mkdir()
        for folder, words in {
            "nope": "nope",
            "empty": "There is no JavaScript in empty",
        }.items():
            result = self.rt("run", EXAMPLE, folder)
            self.assertCode(result, 1)
            self.assertEqual(result.stdout, "")
            self.assertIn(words, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1, str(result))


class Realms(RtTest):
    def test_shows_the_kinds(self):
        result = self.rt("run", REALMS)
        kinds = ["pooled", "thread", "sandbox", "process"]
        # OEIS A006880 has the primes below 100,000.
        says = "9592 primes, gave 1 back, says 1 of 2, says 2 of 2, used true"
        self.assertOutput(
            result,
            stdout="".join(f"{kind}: {says}\n" for kind in kinds)
            + "3 pooled: 9592 17984 25997\n",
        )


class ExampleProfile(RtTest):
    def setUp(self):
        super().setUp()
        self.profile = self.folder / "out.pb"
        result = self.rt("run", "--profile-out", self.profile, EXAMPLE)
        self.assertCode(result, 0)
        self.assertRegex(
            result.stderr,
            rf"\A{re.escape(str(self.profile))}: "
            r"4 realms, \d+ samples, \d+\.\d\d s of CPU\n\Z",
        )

    def test_is_read_without_a_complaint_and_tells_the_realms_apart(self):
        names = ["main", "parser 1", "parser 2", "parser 3"]
        tags = pprof_tool.tags(self.profile)
        self.assertEqual(sorted(tags["thread"]), names)
        self.assertEqual(sorted(tags["realm_kind"]), ["main", "thread"])
        main = pprof_tool.top(self.profile, "-tagfocus=thread=^main$")
        self.assertNotIn("parseFiles", {row.name for row in main})
        for name in names[1:]:
            alone = pprof_tool.top(self.profile, f"-tagfocus=thread=^{name}$")
            self.assertIn("parseFiles", {row.name for row in alone})
            # All of its time is its realm's.
            total = sum(row.flat for row in alone)
            self.assertAlmostEqual(
                total, tags["thread"][name], delta=0.01 * total + 10
            )

    def test_shows_time_on_the_lines_of_the_typescript(self):
        lines = pprof_tool.source_lines(self.profile, "^countNodes$")
        self.assertTrue(lines)
        text = PARSER.read_text().splitlines()
        for line in lines:
            self.assertEqual(pathlib.Path(line.file), PARSER)
            self.assertEqual(line.text.strip(), text[line.line - 1].strip())
        body = [
            i
            for i, line in enumerate(text, 1)
            if "pending.p" in line or "counts.set" in line or "isNode" in line
        ]
        self.assertTrue(set(body) & {line.line for line in lines})

    def test_the_parser_does_most_of_the_work(self):
        rows = {row.name: row for row in pprof_tool.top(self.profile)}
        total = sum(row.flat for row in rows.values())
        self.assertGreater(rows["parseFiles"].cum, total / 2)
