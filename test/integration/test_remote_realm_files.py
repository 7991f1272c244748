"""What the host of a remote realm gets that asks its caller for files."""

import os
import pathlib
import unittest

from impostor_host import Caller, Impostor, Type, frame, number, text
from realm_program import RealmTest


class Files(RealmTest):
    def asked(self, paths: list[pathlib.Path | str], main: str) -> dict[str, bytes | None]:
        """The text that the host got of each, or nothing."""
        answers = {}

        def asks(caller: Caller) -> None:
            caller.start()
            for path in paths:
                caller.send(frame(Type.ASK_FILES, number(3) + text(str(path))))
                kind, payload = caller.receive()
                assert kind == Type.FILES, kind
                answers[str(path)] = payload[12:] if payload[:4] == number(0) else None

        with Impostor(asks) as host:
            at = host.url.removeprefix("ws://")
            self.values(main.replace("HOST_URL", host.url).replace("HOST_AT", at))
        self.assertEqual(len(answers), len(paths))
        return answers

    def test_only_modules_beside_the_entry_and_of_packages(self):
        for name in ("app/child.ts", "app/lib/a.js", "app/data.json", "node_modules/p/i.mjs",
                     "app/node_modules/q/package.json"):
            self.write(name, f"text of {name}")
        for name in ("app/.env", "app/key.pem", "app/notes.txt", "other/secret.ts", "up.ts"):
            self.write(name, "secret")
        (self.folder / "app/link.ts").symlink_to(self.folder / "other/secret.ts")
        there = ["app/child.ts", "app/lib/a.js", "app/data.json", "node_modules/p/i.mjs",
                 "app/node_modules/q/package.json", "app/../app/child.ts"]
        not_there = ["app/.env", "app/key.pem", "app/notes.txt", "other/secret.ts", "up.ts",
                     "app/link.ts", "app/../up.ts", "app", "app/none.ts"]
        paths = [f"{self.folder}/{name}" for name in there + not_there]
        answers = self.asked([*paths, "/etc/passwd", "/proc/self/environ"],
                             """
            await new Realm({entry: './app/child.ts', remote: 'HOST_URL', token: 'x'}).exited;
        """)
        got = list(answers.values())
        self.assertEqual(got[:len(there)], [
            f"text of {os.path.normpath(name)}".encode() for name in there])
        self.assertEqual(got[len(there):], [None] * (len(not_there) + 2))

    def test_of_a_sandboxs_realm_no_more_than_the_sandbox_may_load(self):
        for name in ("box/child/entry.ts", "box/boxed.ts", "main2.ts", "node_modules/p/i.js"):
            self.write(name, f"text of {name}")
        self.write("box/boxed.ts", """
            import {data, Realm} from 'rt:realm';
            await new Realm({entry: './child/entry.ts', remote: data, token: 'x'})
                .exited;
        """)
        there = ["box/child/entry.ts", "node_modules/p/i.js"]
        # Beside the entry's folder, and beyond the sandbox's own.
        not_there = ["box/boxed.ts", "main2.ts", "main.ts"]
        answers = self.asked([f"{self.folder}/{name}" for name in there + not_there], """
            await new Realm({entry: './box/boxed.ts', data: 'HOST_URL',
                             sandbox: {net: ['HOST_AT']}}).exited;
        """)
        self.assertEqual(list(answers.values()), [
            *(f"text of {name}".encode() for name in there), None, None, None])


if __name__ == "__main__":
    unittest.main()
