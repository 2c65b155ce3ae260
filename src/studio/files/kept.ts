import { browserTabs, type Tabs } from './tabs.ts';

/** The edits of one person to one change. */
export interface Place {
  person: string;
  /** Empty for what belongs to no change. */
  change: string;
}

/**
 * What the server does not have yet, by name, in the browser's storage, for `keptDays` after it was typed. Where there is none, nothing is kept.
 */
export interface Kept {
  names: () => string[];
  get: (name: string) => string | undefined;
  /** `undefined` removes it. */
  put: (name: string, text: string | undefined) => void;
  /**
   * Takes over what tabs kept that are closed by now. What has a name that this tab uses itself stays for later.
   *
   * @param mayTake whether this tab can do something with a name now
   */
  adopt: (mayTake?: (name: string) => boolean) => Promise<string[]>;
}

/** Longer than a holiday. Then a change has moved on, and the texts of a person should not lie about in a browser that others may use. */
export const keptDays = 30;
const dayMs = 86_400_000;

/** The time before a text. Texts that were kept before they had one count from the first visit since. JSON never begins with an @. */
const stamped = /^@(\d+) /;
const stamp = (text: string): string => `@${Date.now()} ${text}`;

/** Every area of the studio, of each person and change. */
const ours = /^studio[A-Za-z]*:/;

/** Forgets what is too old, also of changes and persons that nobody opens any more. */
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
    // Full or forbidden: the next visit tries again.
  }
}

/**
 * Each tab keeps its own texts, so two tabs with one file lose nothing of each other.
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
      // Full or forbidden: the text is still in its editor, and saved every moment.
    }
  };
  const read = (key: string): string | undefined => get(key)?.replace(stamped, '');
  /** What other tabs kept under names that are free here: the whole key, and the name. */
  const free = () =>
    keys(prefix).flatMap((key) => {
      const rest = key.slice(prefix.length);
      // Before tabs had names, keys had none.
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

/** Reads JSON that was kept. What cannot be read is lost. */
export function readKept(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
