/**
 * Creates a guard that ignores a second tap on the same action within a time. `thing` is the action itself, so that two buttons
 * never block each other.
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
