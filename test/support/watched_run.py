"""Profiled programs that are watched from outside while they run.

Where main calls look(), the test asks the kernel how much CPU each thread has used
so far, and then lets main go on.

    run = self.watch(WORK + "await look(); work(1000); await look(); exit(3);", code=3)
    used = run.used("main", 0, 1)  # by the thread of `main`, between the two
"""

import dataclasses
import os
import pathlib
import signal
import subprocess
import time

import pprof_tool
from profile_checker import Profile, describe, load
from profile_test import ProfileTest
from rt_run import rt_path

_LOOK = """
import {once} from 'rt:process';
async function look() {
  const looked = new Promise((done) => once('SIGUSR1', done));
  const alive = setInterval(() => {}, 1e6);
  console.log('look');
  await looked;
  clearInterval(alive);
}
"""


@dataclasses.dataclass(frozen=True)
class Watched:
    """How a watched program ended."""

    stdout: str  # without that of look()
    stderr: str
    profile: Profile
    # Nanoseconds that each thread had used at each look, by the thread's id.
    looks: list[dict[int, int]]
    # What all threads of the process together used after the last look.
    later_cpu: int
    # The time from the last look to the process's end.
    later_wall: int

    def used(self, thread: str, begin: int | None, end: int) -> int:
        """What the kernel says that a realm's thread used between two looks, or from
        the thread's start to a look."""
        [tid] = {int(s.labels["thread_id"]) for s in self.profile.samples
                 if s.labels["thread"] == thread}
        return self.looks[end][tid] - (0 if begin is None else self.looks[begin][tid])


class WatchedTest(ProfileTest):
    def watch(
        self, main: str, *, flags: tuple[str, ...] = (), code: int = 0, **entries: str
    ) -> Watched:
        """Runs main.js beside entries (`child="..."` is ./child.js) under --profile."""
        for name, text in {"main": _LOOK + main, **entries}.items():
            self.write(f"{name}.js", text)
        errors = self.folder / "stderr"
        with (
            open(errors, "wb") as stderr,
            subprocess.Popen(
                [rt_path(), "run", "--profile", *flags, "main.js"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=stderr, text=True,
            ) as process,
        ):
            try:
                looks, looked_at, stdout = _look_until_its_end(process)
                # As Popen waits, but with what the process used.
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            except BaseException:
                process.kill()
                raise
        later_wall = time.monotonic_ns() - looked_at
        used = round((usage.ru_utime + usage.ru_stime) * 1e9)
        self.assertEqual(process.returncode, code, errors.read_text())
        pprof_tool.raw(self.path)
        return Watched(stdout, errors.read_text(), load(self.path), looks,
                       used - sum(looks[-1].values()), later_wall)

    def assertCpuIsTheKernels(
        self, run: Watched, thread: str, *, busy: bool = False
    ) -> None:
        """The CPU of a realm in the profile is what the kernel says, within 2%.

        It is recorded from some moment before the first look on, and to its end. What
        it used after the last look is not known: at most what all threads did, or,
        if it was `busy` until its end, the time that passed."""
        cpu = run.profile.total("cpu", thread)
        recorded = run.used(thread, 0, -1)
        most = run.used(thread, None, -1) + (run.later_wall if busy else run.later_cpu)
        text = (f"{thread}: {cpu} ns of CPU are not from {recorded} to {most}\n"
                f"{describe(run.profile)}")
        self.assertGreaterEqual(cpu, 0.98 * recorded, text)
        self.assertLessEqual(cpu, 1.02 * most, text)


def thread_cpu(pid: int) -> dict[int, int]:
    """Nanoseconds of CPU that each thread of a process has used so far, by its id."""
    return {
        int(task.name): int((task / "schedstat").read_text().split()[0])
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
    }


def _look_until_its_end(
    process: subprocess.Popen,
) -> tuple[list[dict[int, int]], int, str]:
    """The looks, the time of the last one, and what else the program printed."""
    looks: list[dict[int, int]] = []
    looked_at = time.monotonic_ns()
    printed = []
    for line in process.stdout:
        if line == "look\n":
            looked_at = time.monotonic_ns()
            looks.append(thread_cpu(process.pid))
            process.send_signal(signal.SIGUSR1)
        else:
            printed.append(line)
    return looks, looked_at, "".join(printed)
