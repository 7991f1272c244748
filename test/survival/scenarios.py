"""The ways in which a profiled program can end, and what must be left of it then.

Each scenario is a program whose realms burn CPU in `burn`, and then come to an end
or print "up" and are ended. The profile is then whole: it holds to the rules, has every
realm, and what each of them burned.
"""

import dataclasses
import signal

from profile_test import WORK

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclasses.dataclass(frozen=True)
class Scenario:
    files: dict[str, str]  # main.js is run
    code: int = 0  # the exit code; where a signal ends it, that signal counts
    # In the profile, each with its `burn`.
    threads: tuple[str, ...] = ("main",)
    # Those that may be in it as well: they start as the process ends.
    late_threads: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    # A run is ended by one of these in turn, once it has printed "up".
    signals: tuple[signal.Signals, ...] = ()
    # How often the signal is sent, at once. With two the profile need not be there.
    times: int = 1
    # When it has printed "up", SIGUSR2 is sent so often, at once. Then the run is ended
    # when the first file is there; without `signals` it ends by itself meanwhile.
    asked: int = 0
    # It is ended when there is a checkpoint, without a word of rt's.
    checkpoint: bool = False
    # A realm that no one can end or ask: what it burned may be missing.
    stuck: str = ""
    # It fills its standard output, which nobody reads, and is ended when that is full.
    fills_output: bool = False
    # It prints "port N" first, and is loaded there from then on.
    serves: bool = False
    # What is done with a standard stream: "stdin" is closed, or "stdout" has no reader.
    broken: str = ""


PRELUDE = WORK + "function burn() { work(3000); }\nburn();\n"

IDLE = "setInterval(() => {}, 1e6);"
SPIN = "for (;;) {}"
WAIT = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"
# In a function of V8 that looks at 2**53 elements, and at no interrupt.
STUCK = "[].lastIndexOf.call({length: 2 ** 53 - 1}, 1);"
FILL = """
const {stdout} = await import('rt:process');
for (const bytes = new Uint8Array(1 << 20);;) stdout.write(bytes);
"""
# It is up when it has answered so many requests that a hundred clients are at it.
SERVE = """
import {serve} from 'rt:http';
let left = 2000;
const server = await serve({hostname: '127.0.0.1'}, () => {
  if (--left === 0) console.log('up');
  return new Response('hello');
});
console.log(`port ${server.port}`);
"""
GROW = "for (const kept = [];;) kept.push({text: 'x' + kept.length});"
OVERFLOW = "function deeper() { return deeper() + 1; }\ndeeper();"

BUSY = {"idle": IDLE, "spinning": SPIN, "waiting": WAIT, "writing": FILL}


def main(text: str) -> dict[str, str]:
    return {"main.js": "import {exit, on} from 'rt:process';\n" + PRELUDE + text}


def with_realm(child: str, text: str) -> dict[str, str]:
    """Main goes on at `text` when the realm has burned, which then goes on at `child`."""
    return main("""
        import {Realm} from 'rt:realm';
        const realm = new Realm({entry: './child.js', thread: true});
        const burned = new Promise((done) => { realm.port.onmessage = done; });
        """ + text) | {
        "child.js": PRELUDE + """
            import {exit} from 'rt:process';
            import {port} from 'rt:realm';
            port.postMessage('burned');
            """ + child}


REALM = ("main", "1 child.js")

SCENARIOS = {
    "main_returns": Scenario(main("")),
    "main_throws": Scenario(main("throw new Error('main');"), code=1),
    "a_rejection_is_not_handled": Scenario(
        main("Promise.reject(new Error('main'));" + IDLE), code=1),
    "an_await_never_settles": Scenario(main("await new Promise(() => {});"), code=13),
    "main_exits": Scenario(main("exit(3);"), code=3),
    "main_exits_in_an_exit_listener": Scenario(
        main("on('exit', () => exit(4));"), code=4),
    "main_exits_in_a_promise": Scenario(
        main("Promise.resolve().then(() => exit(5));" + IDLE), code=5),
    "main_overflows_its_stack": Scenario(main(OVERFLOW), code=1),
    "main_runs_out_of_memory": Scenario(main(GROW), code=1, flags=("--max-heap", "32")),
    "standard_input_is_closed": Scenario(main(""), broken="stdin"),
    "standard_output_has_no_reader": Scenario(
        main("""
            const {stdout} = await import('rt:process');
            while (stdout.write('x'));
            exit(6);
            """), code=6, broken="stdout"),
    "a_realm_throws_while_it_starts": Scenario(
        with_realm("throw new Error('child');", IDLE), code=1, threads=REALM),
    "a_realm_misses_a_module": Scenario(
        main("""
            import {Realm} from 'rt:realm';
            const {reason} = await new Realm({entry: './none.js', thread: true}).exited;
            if (reason === 'error') exit(7);
            """), code=7, late_threads=("1 none.js",)),
    "a_realm_exits": Scenario(with_realm("exit(8);", SPIN), code=8, threads=REALM),
    "a_realm_overflows_its_stack": Scenario(
        with_realm(OVERFLOW, IDLE), code=1, threads=REALM),
    "a_realm_runs_out_of_memory": Scenario(
        with_realm(GROW, "exit((await realm.exited).reason === 'out-of-memory' ? 9 : 1);"),
        code=9, threads=REALM, flags=("--max-heap", "32")),
    "a_realm_starts_while_the_process_ends": Scenario(
        main("""
            import {Realm} from 'rt:realm';
            for (let i = 0; i < 4; i++) new Realm({entry: './late.js', thread: true});
            exit(10);
            """) | {"late.js": SPIN},
        code=10, late_threads=tuple(f"{i} late.js" for i in (1, 2, 3, 4))),
    "main_is_ended_twice_at_once": Scenario(
        main("console.log('up');" + SPIN), signals=(signal.SIGINT,), times=2),
    "the_profile_so_far_is_asked_for_while_main_ends": Scenario(
        main("console.log('up'); exit(12);"), code=12, asked=2),
} | {
    f"the_profile_so_far_is_asked_for_while_main_is_{state}": Scenario(
        main("console.log('up');" + BUSY[state]), signals=SIGNALS, asked=1)
    for state in ("idle", "spinning", "waiting")
} | {
    f"the_profile_so_far_is_asked_for_twice_while_a_realm_is_{state}": Scenario(
        with_realm(BUSY[state], "await burned;\nconsole.log('up');" + IDLE),
        threads=REALM, signals=SIGNALS, asked=2)
    for state in ("idle", "spinning", "waiting")
} | {
    f"the_process_is_killed_after_a_checkpoint_while_a_realm_is_{state}": Scenario(
        with_realm(BUSY[state], "await burned;\nconsole.log('up');" + IDLE),
        threads=REALM, flags=("--profile-checkpoint", "1"),
        signals=(signal.SIGKILL,), checkpoint=True)
    for state in ("idle", "spinning", "waiting")
} | {
    "main_is_ended_while_stuck": Scenario(
        main("console.log('up');" + STUCK), threads=(), stuck="main", signals=SIGNALS),
    "all_is_ended_while_a_realm_is_stuck": Scenario(
        with_realm(STUCK, "await burned;\nconsole.log('up');" + IDLE),
        stuck="1 child.js", signals=SIGNALS),
    "all_is_ended_while_main_is_stuck": Scenario(
        with_realm(SPIN, "await burned;\nconsole.log('up');" + STUCK),
        threads=("1 child.js",), stuck="main", signals=SIGNALS),
    "main_ends_while_a_realm_is_stuck": Scenario(
        with_realm(STUCK, "await burned;\nrealm.unref();"), stuck="1 child.js"),
    "main_exits_while_a_realm_is_stuck": Scenario(
        with_realm(STUCK, "await burned;\nexit(13);"), code=13, stuck="1 child.js"),
    "main_throws_while_a_realm_is_stuck": Scenario(
        with_realm(STUCK, "await burned;\nthrow new Error('main');"), code=1,
        stuck="1 child.js"),
    "a_realm_exits_while_main_is_stuck": Scenario(
        with_realm("exit(14);", STUCK), code=14, threads=("1 child.js",), stuck="main"),
} | {
    f"main_is_ended_while_{state}": Scenario(
        main("console.log('up');" + text), signals=SIGNALS, fills_output=text == FILL)
    for state, text in BUSY.items()
} | {
    f"all_is_ended_while_a_realm_is_{state}": Scenario(
        with_realm(text, "await burned;\nconsole.log('up');" + IDLE),
        threads=REALM, signals=SIGNALS, fills_output=text == FILL)
    for state, text in BUSY.items()
} | {
    "main_is_ended_while_serving": Scenario(main(SERVE), signals=SIGNALS, serves=True),
    "all_is_ended_while_a_realm_is_serving": Scenario(
        with_realm(SERVE, IDLE), threads=REALM, signals=SIGNALS, serves=True),
} | {
    f"a_realm_is_terminated_while_{state}": Scenario(
        with_realm(text, """
            await burned;
            exit((await realm.terminate()).reason === 'terminated' ? 11 : 1);
            """), code=11, threads=REALM)
    for state, text in BUSY.items()
} | {
    f"main_ends_while_a_realm_is_{state}": Scenario(
        with_realm(text, "await burned;\nrealm.unref();"), threads=REALM)
    for state, text in BUSY.items()
}
