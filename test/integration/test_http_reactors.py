"""serve() of a module: several realms behind one port."""

from profile_checker import load
from rt_run import RtTest

APP = """
    import {name, kind} from 'rt:realm';
    export default {
      async fetch(request, info) {
        const {pathname} = new URL(request.url);
        if (pathname === '/boom') setTimeout(() => { throw new Error('boom'); });
        if (pathname === '/slow') await new Promise((done) => setTimeout(done, 100));
        return new Response(`${name}, ${kind}`);
      },
    };
"""

# Clients on connections of their own, until each realm has answered one: the kernel
# decides who gets which.
ALL = """
    async function ask(path = '/') {
      return await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
    }
    const seen = new Set();
    while (seen.size < 3) {
      const answers = await Promise.all(Array.from({length: 20}, () => ask('/slow')));
      for (const answer of answers) seen.add(answer);
    }
"""


class Reactors(RtTest):
    def test_each_reactor_is_a_realm_behind_the_same_port(self):
        self.write("app.js", APP)
        self.write("main.js", """
            import {serve} from 'rt:http';
            let told;
            const server = await serve(
                {reactors: 3, onListen: (at) => { told = at.port; }}, './app.js');
            console.log(told === server.port && server.addr.hostname);
        """ + ALL + """
            console.log([...seen].sort().join('; '));
            await server.close();
            console.log((await ask().catch((error) => error.cause)).code);
        """)
        result = self.rt("run", "--profile", "main.js")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(
            result.stdout,
            "127.0.0.1\nreactor 1, thread; reactor 2, thread; reactor 3, thread\n"
            "ECONNREFUSED\n")
        self.assertEqual(
            set(load(self.folder / "profile.pb").threads()),
            {"main", "reactor 1", "reactor 2", "reactor 3"})

    def test_a_close_lets_requests_of_all_reactors_finish(self):
        self.write("app.js", APP)
        self.write("main.js", """
            import {serve} from 'rt:http';
            const server = await serve({reactors: 3}, new URL('app.js', import.meta.url));
        """ + ALL + """
            const answers = Array.from({length: 20}, () => ask('/slow'));
            // Some may be refused, none may be cut.
            await new Promise((done) => setTimeout(done, 50));
            await server.close();
            const ends = await Promise.allSettled(answers);
            const codes = new Set(ends.filter((end) => end.status === 'rejected')
                                      .map((end) => end.reason.cause.code));
            codes.delete('ECONNREFUSED');
            console.log(codes.size, ends.some((end) => end.status === 'fulfilled'));
        """)
        self.assertOutput(self.rt("run", "main.js"), stdout="0 true\n")

    def test_an_abort_and_the_end_of_the_realm_end_all(self):
        self.write("app.js", APP)
        self.write("main.js", """
            import {serve} from 'rt:http';
            const controller = new AbortController();
            const server = await serve({reactors: 2, signal: controller.signal}, './app.js');
            controller.abort();
            await server.finished;
            (await serve({reactors: 2}, './app.js')).unref();
            console.log('ended');
        """)
        self.assertOutput(self.rt("run", "main.js"), stdout="ended\n")

    def test_an_error_of_a_reactor_is_one_of_its_maker(self):
        self.write("app.js", APP)
        program = """
            import {serve} from 'rt:http';
            import {args} from 'rt:process';
            const server = await serve({reactors: 3}, './app.js');
        """ + ALL + """
            if (args[0] === 'go on') {
              const ended = new Promise((done) => addEventListener('error', (event) => {
                event.preventDefault();
                done(event.error);
              }));
              await ask('/boom').catch(() => {});
              const {message, cause} = await ended;
              console.log(message, '|', cause.message);
              console.log(await ask() !== '');
              await server.close();
            } else {
              await ask('/boom').catch(() => {});
              await new Promise(() => setTimeout(() => {}, 1e6));
            }
        """
        self.write("main.js", program)
        result = self.rt("run", "main.js")
        self.assertEqual(result.code, 1, result)
        self.assertRegex(result.stderr, r"Realm \d \(reactor \d\) ended with an error while it served")
        self.assertIn("boom", result.stderr)
        result = self.rt("run", "main.js", "go on")
        self.assertEqual(result.code, 0, result)
        self.assertRegex(
            result.stdout,
            r"^Realm \d \(reactor \d\) ended with an error while it served\. \| boom\ntrue\n$")

    def test_what_cannot_be_served_by_several(self):
        self.write("app.js", APP)
        self.write("none.js", "export const fetch = 1;")
        self.write("throws.js", "throw new Error('at its start');")
        self.write("main.js", """
            import {serve} from 'rt:http';
            const handler = () => new Response('');
            for (const args of [
              [{reactors: 2}, handler],
              [{reactors: 2, unix: 'socket'}, './app.js'],
              [{reactors: 0}, './app.js'],
              [{onError: handler}, './app.js'],
              [{reactors: 2}, './none.js'],
              [{reactors: 2}, './throws.js'],
            ]) {
              try {
                await serve(...args);
                console.log('served');
              } catch (error) {
                console.log(`${error.name}: ${(error.cause ?? error).message}`);
              }
            }
        """)
        result = self.rt("run", "main.js")
        self.assertEqual(result.code, 0, result)
        lines = result.stdout.splitlines()
        for line, said in zip(lines, [
                "TypeError: .* a handler that is a function runs in its own realm",
                "TypeError: .* several reactors share a port, and no unix socket",
                "RangeError: .* reactors is a whole number from 1 to 256, not 0",
                "TypeError: .* onError is a function of this realm",
                "TypeError: .* the module needs an object as its default export that has fetch",
                "Error: at its start"], strict=True):
            self.assertRegex(line, said)
