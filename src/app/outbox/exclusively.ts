/** Does a work while no other of the same name is done, in this tab or another one of this browser. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** With Web Locks. A browser without them (over plain http from afar) keeps order in this tab alone. */
export function createExclusively(locks: Pick<LockManager, 'request'> | undefined): Exclusively {
  if (locks) return (name, work) => locks.request(`hakbang.${name}`, work);
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
}
