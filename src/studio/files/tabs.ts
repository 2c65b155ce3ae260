/** This browser tab, and the other ones that are open. */
export interface Tabs {
  /** Name of this tab, new each time that the studio loads. */
  readonly own: string;
  /** The names of all open tabs. */
  open: () => Promise<ReadonlySet<string>>;
  /** Runs `work` while no other tab runs any. */
  alone: <T>(work: () => T) => Promise<T>;
}

const prefix = 'hakbang.studio.tab.';

/** Each tab holds a lock with its name while it is open. Without Web Locks (plain http from another host), no other tab counts as open. */
export function tabsOf(locks: LockManager | undefined): Tabs {
  const own = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  let claimed: Promise<void> | undefined;
  const claim = (held: LockManager): Promise<void> => {
    claimed ??= new Promise((done) => {
      // The lock is never released: the browser does that when the tab closes.
      void held.request(prefix + own, () => (done(), new Promise<void>(() => undefined)));
    });
    return claimed;
  };
  if (locks) void claim(locks);
  return {
    own,
    open: async () => {
      if (!locks) return new Set([own]);
      await claim(locks);
      const { held = [] } = await locks.query();
      return new Set(held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
    },
    alone: async (work) => (locks ? locks.request('hakbang.studio.adopt', work) : work()),
  };
}

let browser: Tabs | undefined;

/** The tabs of this browser. */
export const browserTabs = (): Tabs => (browser ??= tabsOf(globalThis.navigator?.locks));
