import type { LoadedRelease } from './types.ts';

const read = new WeakMap<LoadedRelease, Map<string, Promise<unknown>>>();

/**
 * The JSON of a part by its name, read once for each release: a part never changes. Whoever is given it must not change it either.
 *
 * @example const { markdown } = await partJson<{ markdown: string }>(release, version.part)
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the JSON is
export async function partJson<Json>(release: LoadedRelease, name: string): Promise<Json> {
  const parts = read.get(release) ?? new Map<string, Promise<unknown>>();
  read.set(release, parts);
  const known = parts.get(name);
  if (known) return known as Promise<Json>;
  const reading = release.text(name).then((text) => JSON.parse(text) as unknown);
  parts.set(name, reading);
  // What could not be read is tried again.
  reading.catch(() => parts.delete(name));
  return reading as Promise<Json>;
}
