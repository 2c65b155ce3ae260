/**
 * Whether a tap on an action counts: a second one on the same action within the guard's time does not.
 * `thing` is the action itself, so that two buttons never stand in each other's way.
 */
export function createClickGuard(guardMs: number, now: () => number = () => performance.now()): (thing: object) => boolean {
  const last = new WeakMap<object, number>();
  return (thing) => {
    const before = last.get(thing);
    if (before !== undefined && now() - before < guardMs) return false;
    last.set(thing, now());
    return true;
  };
}
