/** An entry of a list, as stored in the answer. */
export interface Entry {
  code: string;
  name: string;
}

/** An entry with its children. Their codes start with its own code. */
interface Branch extends Entry {
  items?: readonly Item[] | undefined;
}

type Item = readonly [suffix: string, name: string, items?: readonly Item[]];

type FetchJson = (url: string) => Promise<unknown>;

/**
 * Fetches the entries below the chosen ones. `/<source>/index.json` has the top level, `/<source>/<code>.json` everything below one
 * of its entries.
 *
 * @param chosen an entry for each level above, top level first
 */
export async function entriesBelow(fetchJson: FetchJson, source: string, chosen: readonly Entry[]): Promise<Entry[]> {
  const [top, ...others] = chosen;
  let branches = (await fetchJson(`/${source}/${top?.code ?? 'index'}.json`)) as readonly Branch[];
  for (const { code } of others) branches = below(branches.find((branch) => branch.code === code));
  return branches.map(({ code, name }) => ({ code, name }));
}

const below = (branch: Branch | undefined): Branch[] =>
  (branch?.items ?? []).map(([suffix, name, items]) => ({ code: branch?.code + suffix, name, items }));
