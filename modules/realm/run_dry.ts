// Whether the realm waits, when nothing is left to do in it, for others to give it
// something to do: for the realms that it made and may call, or for its own maker.

/** Called each time that nothing is left to do. Returns whether the realm waits. */
type RunDry = () => boolean;

const asked: {realms?: RunDry, maker?: RunDry} = {};

/** Has runDry() ask this; undefined: no more. */
export function setRunDry(
    who: keyof typeof asked, ask: RunDry | undefined): void {
  asked[who] = ask;
  natives.realm.setAsksWhenDry(
      asked.realms !== undefined || asked.maker !== undefined);
}

/** Called by C++, where it is asked. While it waits for realms that it made, the realm
 *  is not at rest in the eyes of its maker. */
export function runDry(): boolean {
  return Boolean(asked.realms?.() || asked.maker?.());
}
