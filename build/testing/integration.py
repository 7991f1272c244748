"""The integration tests: a process a module, some beside each other."""

import ast
import concurrent.futures
import json
import pathlib
import sys
import tempfile

import process
from integration_worker import END
from outcome import FAILED, Outcome, tail

_WORKER = pathlib.Path(__file__).with_name("integration_worker.py")

# For all tests of one module.
_TIMEOUT = 900


def modules(folder: pathlib.Path) -> tuple[list[pathlib.Path], list[pathlib.Path]]:
    """The test modules: those that may run beside others, and those that say
    `SERIAL = True`."""
    beside, alone = [], []
    for path in sorted(folder.glob("test_*.py")):
        (alone if _is_serial(path) else beside).append(path)
    return beside, alone


def list_tests(module: pathlib.Path, support: pathlib.Path) -> list[str]:
    """The names of the module's tests, "test_x.Class.test_y". If it can't be
    loaded, its own name, so that running it tells why."""
    ended = process.run(
        [sys.executable, str(_WORKER), "--list", str(module), str(support)],
        timeout=60,
    )
    return ended.output.split() if ended.code == 0 else [module.stem]


def run(module: pathlib.Path, support: pathlib.Path,
        tests: list[str]) -> tuple[list[Outcome], float]:
    """Runs tests of one module. A test that the worker did not report, because it
    crashed or ran out of time, has failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report"
        ended = process.run(
            [sys.executable, str(_WORKER), "--run", str(module), str(support),
             str(report), *tests],
            timeout=_TIMEOUT,
        )
        lines = report.read_text().splitlines() if report.exists() else []
    finished = lines[-1:] == [END]
    outcomes = [Outcome(**json.loads(line)) for line in lines if line != END]
    reported = {outcome.name for outcome in outcomes}
    if not finished:
        outcomes += [
            Outcome(f"integration/{test}", FAILED,
                    f"{ended.how()}\n{tail(ended.output)}")
            for test in tests
            if f"integration/{test}" not in reported
        ]
    return outcomes, ended.seconds


def run_beside(paths: list[pathlib.Path], workers: int, run_one) -> None:
    """Calls run_one(path) for each, `workers` at a time."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(run_one, path) for path in paths]:
            future.result()


def _is_serial(path: pathlib.Path) -> bool:
    try:
        tree = ast.parse(path.read_text())
    except SyntaxError:
        return False  # running it tells
    return any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and node.value.value is True
        and any(isinstance(t, ast.Name) and t.id == "SERIAL" for t in node.targets)
        for node in tree.body
    )
