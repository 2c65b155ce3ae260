/** Runs `work` while no other work of the same name runs, in this or another tab. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Uses Web Locks. Without them (plain http from another host) it serialises work in this tab only. */
export function createExclusively(locks: Pick<LockManager, 'request'> | undefined): Exclusively {
  if (locks) return (name, work) => locks.request(`hakbang.${name}`, work);
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
}
