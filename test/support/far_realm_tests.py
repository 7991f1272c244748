"""What holds for a realm in another process, wherever that runs."""

ECHO = """
    import {port} from 'rt:realm';
    for await (const message of port!) port!.postMessage(message);
"""


class FarRealmTests:
    """Tests for a RealmTest of one kind, whose `found` has `made(entry)` in its
    programs: makes a realm of that kind."""

    def test_messages_go_both_ways_in_order(self):
        got = self.found("""
            const realm = made('echo');
            for (let i = 0; i < 5000; ++i) realm.port.postMessage(i);
            let next = 0;
            for await (const message of realm.port) {
              if (message !== next) throw new Error(`${message}, not ${next}`);
              if (++next === 5000) break;
            }
            show(next);
            await realm.terminate();
        """, echo=ECHO)
        self.assertEqual(got, [5000])

    def test_tells_what_it_uses_also_while_it_spins(self):
        got = self.found("""
            const realm = made('spin');
            for await (const message of realm.port) break;
            const {heapUsed, heapTotal} = await realm.memoryUsage();
            show(heapUsed > 100_000 && heapTotal >= heapUsed);
            const before = await realm.cpuUsage();
            let used = before;
            while (used.user === before.user) used = await realm.cpuUsage();
            show(used.user > before.user);
            await realm.terminate();
            show((await caught(realm.cpuUsage())).code);
        """, spin="""
            import {port} from 'rt:realm';
            port!.postMessage('spins');
            for (;;);
        """)
        self.assertEqual(got, [True, True, "ERR_REALM_ENDED"])

    def test_its_port_closes_with_it_after_its_last_messages(self):
        got = self.found("""
            const realm = made('child');
            const messages: unknown[] = [];
            for await (const message of realm.port) messages.push(message);
            show(messages);
            show((await realm.exited).reason);
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 3; ++i) port!.postMessage(i);
        """)
        self.assertEqual(got, [[0, 1, 2], "completed"])

    def test_what_cannot_cross_is_named(self):
        got = self.found("""
            const realm = made('child');
            const {port1} = new MessageChannel();
            const module = new WebAssembly.Module(
                new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
            for (const [value, list] of [
                [{a: [() => 1]}], [{b: new SharedArrayBuffer(4)}], [[port1]],
                [port1, [port1]], [module]] as any[]) {
              try {
                realm.port.postMessage(value, list);
              } catch (error: any) {
                show([error.name, error.message]);
              }
            }
            for (const data of [new SharedArrayBuffer(4), {f() {}}]) {
              try {
                made('child', {data});
              } catch (error: any) {
                show([error.name, error.message]);
              }
            }
            show((await caught(realm.call('f', {x: new SharedArrayBuffer(4)}))).message);
            show((await caught(realm.call('shared'))).message);
            // Within this process they go as before.
            structuredClone(new SharedArrayBuffer(4));
            await realm.terminate();
        """, child="""
            export function f() {}
            export const shared = () => [new SharedArrayBuffer(4)];
        """)
        self.assertEqual([name for name, _ in got[:7]], ["DataCloneError"] * 7)
        for message, words in zip(
            [message for _, message in got[:7]] + got[7:],
            ["#<Function> at .a[0]", "#<SharedArrayBuffer> at .b", "MessagePort at [0]",
             "MessagePort at index 0 of the transfer list", "#<WebAssembly.Module>",
             "#<SharedArrayBuffer>", "#<Function> 'f' at .f",
             "#<SharedArrayBuffer> at args[0].x",
             "#<SharedArrayBuffer> at the result of 'shared'[0]"], strict=True):
            self.assertIn(words, message)


class FarRealmEndTests:
    """The same for how they end. `place` has the options that say where they run."""

    def test_an_error_that_nobody_looks_at_is_the_makers(self):
        result = self.rt("run", "main.ts", files={
            "main.ts": f"""
                import {{Realm}} from 'rt:realm';
                new Realm({{entry: './child.ts', name: 'kid', {self.place}}});
            """,
            "child.ts": "throw new TypeError('bad');"})
        self.assertCode(result, 1)
        self.assertIn("TypeError: bad", result.stderr)
        self.assertIn("child.ts:1", result.stderr)
        self.assertIn("realm 1 (kid)", result.stderr)

    def test_terminate_ends_one_that_spins_and_its_calls(self):
        got = self.found("""
            const realm = made('child');
            const call = caught(realm.call('spin'));
            for await (const message of realm.port) break;
            show((await realm.terminate()).reason);
            const error = await call;
            show([error.code, error.reason]);
        """, child="""
            import {port} from 'rt:realm';
            export function spin() {
              port!.postMessage('spins');
              for (;;);
            }
        """)
        self.assertEqual(got, ["terminated", ["ERR_REALM_ENDED", "terminated"]])
