import { browserTabs, type Tabs } from './tabs.ts';

/** The edits of one person to one change. */
export interface Place {
  person: string;
  /** Empty for text that belongs to no change. */
  change: string;
}

/**
 * Text that the server does not have yet, by name. The browser's storage keeps it for `keptDays` after it was typed. Without storage,
 * nothing is kept.
 */
export interface Kept {
  names: () => string[];
  get: (name: string) => string | undefined;
  /** `undefined` removes it. */
  put: (name: string, text: string | undefined) => void;
  /**
   * Takes over the texts of closed tabs. A text stays for later if this tab uses its name itself.
   *
   * @param mayTake whether this tab can use a name now
   */
  adopt: (mayTake?: (name: string) => boolean) => Promise<string[]>;
}

/** Longer than a holiday. After that the change has moved on, and a person's texts should not linger in a browser that others may use. */
export const keptDays = 30;
const dayMs = 86_400_000;

/** The timestamp before a text. Texts from before timestamps count from the first visit since. JSON never begins with an @. */
const stamped = /^@(\d+) /;
const stamp = (text: string): string => `@${Date.now()} ${text}`;

/** Keys of every studio area, person and change. */
const ours = /^studio[A-Za-z]*:/;

/** Deletes expired texts, including those of changes and people that nobody opens any more. */
function forgetOld(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const text = ours.test(key) ? localStorage.getItem(key) : null;
      if (text === null) continue;
      const [, at] = stamped.exec(text) ?? [];
      if (at === undefined) localStorage.setItem(key, stamp(text));
      else if (Date.now() - Number(at) > keptDays * dayMs) localStorage.removeItem(key);
    }
  } catch {
    // Storage is full or blocked: the next visit tries again.
  }
}

/**
 * Each tab keeps its own texts, so that two tabs with the same file do not overwrite each other's.
 *
 * @param area what is kept, such as `studio` for the texts of files
 */
export function keptOf(area: string, { person, change }: Place, tabs: Tabs = browserTabs()): Kept {
  forgetOld();
  const prefix = `${area}:${person}:${change}:`;
  const own = `${prefix}${tabs.own}:`;
  const keys = (begin: string): string[] => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(begin));
    } catch {
      return [];
    }
  };
  const get = (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const put = (key: string, text: string | undefined): void => {
    try {
      if (text === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // Storage is full or blocked: the text is still in its editor, which saves all the time.
    }
  };
  const read = (key: string): string | undefined => get(key)?.replace(stamped, '');
  /** Texts of other tabs under names that this tab does not use: the full key, and the name. */
  const free = () =>
    keys(prefix).flatMap((key) => {
      const rest = key.slice(prefix.length);
      // Keys from before tabs had names contain no tab name.
      const [, tab = '', name = rest] = /^([^:]+):(.+)$/s.exec(rest) ?? [];
      return tab === tabs.own || get(own + name) !== undefined ? [] : [{ key, tab, name }];
    });
  const take = (open: ReadonlySet<string>, mayTake: (name: string) => boolean): string[] =>
    free().flatMap(({ key, tab, name }) => {
      if (open.has(tab) || get(own + name) !== undefined || !mayTake(name)) return [];
      put(own + name, get(key));
      if (get(own + name) === undefined) return [];
      put(key, undefined);
      return [name];
    });
  return {
    names: () => keys(own).map((key) => key.slice(own.length)),
    get: (name) => read(own + name),
    put: (name, text) => put(own + name, text === undefined ? undefined : stamp(text)),
    adopt: async (mayTake = () => true) => {
      if (free().length === 0) return [];
      const open = await tabs.open();
      return tabs.alone(() => take(open, mayTake));
    },
  };
}

/** Parses stored JSON. Invalid JSON is lost. */
export function readKept(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
