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
