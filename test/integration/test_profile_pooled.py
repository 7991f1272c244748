"""Pooled realms that take turns on one thread, and many that start and end, in a profile."""

import json
import os
import pathlib
import signal
import subprocess

from profile_checker import Profile, describe, load
from profile_test import ProfileTest
from rt_run import rt_path

SERIAL = True

REALMS = 10


class Turns(ProfileTest):
    def take_turns(self, turns: int) -> tuple[Profile, float]:
        """Realms in a ring hand a number on, and work for about 50 us in each turn, in a
        function of their own. The profile, and the kernel's account of their thread, in
        nanoseconds, from when all of them had loaded until the last turn was over."""
        for i in range(REALMS):
            self.write(f"r{i}.js", """
                import {data, port} from 'rt:realm';
                const {inn, out, turns} = data;
                function own%d() {
                  let x = 0;
                  for (let i = 0; i < 25000; i++) x = (x * 31 + i) | 0;
                  return x;
                }
                const step = (n) => {
                  if (n > turns) { port.postMessage('done'); return; }
                  own%d();
                  out.postMessage(n + 1);
                };
                inn.onmessage = ({data}) => step(data);
                port.onmessage = ({data}) => step(data);
                port.postMessage('up');
            """ % (i, i))
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            import {args} from 'rt:process';
            const [count, turns] = args.map(Number);
            const channels = Array.from({length: count}, () => new MessageChannel());
            const realms = channels.map(({port1: inn}, i) => {
              const {port2: out} = channels[(i + 1) % count];
              return new Realm({entry: `./r${i}.js`, name: `r${i}`,
                                data: {inn, out, turns}, transfer: [inn, out]});
            });
            const hear = (realm, wanted) => new Promise((done) => {
              realm.port.onmessage = ({data}) => { if (data === wanted) done(); };
            });
            const said = (what) => Promise.all(realms.map((realm) => hear(realm, what)));
            await said('up');
            console.log('up');
            // Until a signal comes.
            setTimeout(() => {
              if (turns > 0) realms[0].port.postMessage(1);
              void Promise.race(realms.map((realm) => hear(realm, 'done'))).then(() => {
                console.log('done');
              });
            }, 1000);
        """)
        command = [rt_path(), "run", "--profile", "--reactors=1", "main.js", str(REALMS),
                   str(turns)]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL) as program:
            self.assertEqual(program.stdout.readline(), "up\n")
            before = reactor_cpu(program.pid)
            if turns > 0:
                self.assertEqual(program.stdout.readline(), "done\n")
            used = reactor_cpu(program.pid) - before
            program.send_signal(signal.SIGTERM)
            program.communicate(timeout=60)
        self.assertEqual(program.returncode, -signal.SIGTERM)
        return load(self.path), used

    def test_none_has_anothers_frames_and_together_they_have_the_threads_cpu(self):
        def of_realms(profile: Profile) -> int:
            return sum(profile.total("cpu", f"r{i}") for i in range(REALMS))

        # What starting and ending them takes is taken away: it is not in the
        # kernel's account.
        idle, _ = self.take_turns(0)
        profile, used = self.take_turns(60_000)
        for i in range(REALMS):
            own = [s for s in profile.samples if s.has(f"own{i}")]
            self.assertEqual({s.labels["thread"] for s in own}, {f"r{i}"})
            self.assertEqual({s.labels["realm_kind"] for s in own}, {"pooled"})
            self.assertGreater(sum(s.values["samples"] for s in own), 10, describe(profile))
        self.assertNear(of_realms(profile) - of_realms(idle), used, 0.03, describe(profile))


def reactor_cpu(pid: int) -> int:
    """Nanoseconds that the first reactor's thread ran."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text() == "reactor 0\n":
            return int((task / "schedstat").read_text().split()[0])
    raise AssertionError("no reactor")


class StartedAndEnded(ProfileTest):
    def test_memory_follows_what_is_in_the_profile_and_labels_are_unique(self):
        # RT_TEST_REALMS=5000 for the long one.
        count = int(os.environ.get("RT_TEST_REALMS", "240"))
        rss = started_and_ended(self, count)
        # A label and a few stacks for each, beside what malloc() keeps more or less of
        # at one time; a realm that lives has megabytes.
        self.assertLess(rss[2] - rss[1], 10e6 + count / 4 * 10e3, rss)


def started_and_ended(test: ProfileTest, count: int) -> list[int]:
    """`count` realms start and end under a profile, fifty alive at a time. The resident
    set, in bytes, when a quarter, a half and three quarters of them have ended."""
    test.write("one.js", """
        import {port} from 'rt:realm';
        port.onmessage = () => port.close();
        port.postMessage('up');
    """)
    profile = test.profile("""
        import {Realm} from 'rt:realm';
        import {args, memoryUsage} from 'rt:process';
        const count = Number(args[0]);
        const alive = [];
        const rss = [];
        let ended = 0;
        const end = async (realm) => {
          realm.port.postMessage('end');
          await realm.exited;
          if (++ended % (count / 4) === 0 && rss.length < 3) rss.push(memoryUsage().rss);
        };
        for (let i = 0; i < count; ++i) {
          const realm = new Realm({entry: './one.js'});
          await new Promise((done) => { realm.port.onmessage = done; });
          if (alive.push(realm) === 50) await end(alive.shift());
        }
        while (alive.length > 0) await end(alive.shift());
        console.log(JSON.stringify(rss));
    """, str(count), name="main.js", timeout=60 + count / 5)
    labels = [label for label in profile.threads() if label != "main"]
    test.assertEqual(len(labels), count)
    test.assertEqual(len(set(labels)), count)
    return json.loads(test.result.stdout)
