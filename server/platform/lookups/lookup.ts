import type { LookupEntry } from '../../../engine/config/lookup.ts';
import type { Deps } from '../deps.ts';

/** A list that fields can look up (`x-lookup`). An area registers it by name. */
export interface Lookup {
  description: string;
  /** Returns the entries that match the words, best first. The caller takes only the first few. */
  search(deps: Deps, text: string): Promise<readonly LookupEntry[]>;
  find(deps: Deps, code: string): Promise<LookupEntry | undefined>;
}

/** Returns a registered list, or undefined. */
export const lookupOf = ({ areas }: Pick<Deps, 'areas'>, list: string): Lookup | undefined =>
  areas.map(({ lookups = {} }) => (Object.hasOwn(lookups, list) ? lookups[list] : undefined)).find((lookup) => lookup !== undefined);
