/** An entry of a list, as it is answered. */
export interface Entry {
  code: string;
  name: string;
}

/** An entry with those below it. Their codes are its own and a suffix. */
interface Branch extends Entry {
  items?: readonly Item[] | undefined;
}

type Item = readonly [suffix: string, name: string, items?: readonly Item[]];

type FetchJson = (url: string) => Promise<unknown>;

/**
 * The entries of the level below what was chosen: `/<source>/index.json` lists the topmost, `/<source>/<code>.json` holds all that is
 * below one of those.
 *
 * @param chosen an entry for each level above, topmost first
 */
export async function entriesBelow(fetchJson: FetchJson, source: string, chosen: readonly Entry[]): Promise<Entry[]> {
  const [top, ...others] = chosen;
  let branches = (await fetchJson(`/${source}/${top?.code ?? 'index'}.json`)) as readonly Branch[];
  for (const { code } of others) branches = below(branches.find((branch) => branch.code === code));
  return branches.map(({ code, name }) => ({ code, name }));
}

const below = (branch: Branch | undefined): Branch[] =>
  (branch?.items ?? []).map(([suffix, name, items]) => ({ code: branch?.code + suffix, name, items }));
