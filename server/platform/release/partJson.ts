import type { LoadedRelease } from './types.ts';

const read = new WeakMap<LoadedRelease, Map<string, Promise<unknown>>>();

/**
 * Returns the parsed JSON of a part, cached per release because a part never changes. Callers must not modify it.
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
  // Retry a failed read next time.
  reading.catch(() => parts.delete(name));
  return reading as Promise<Json>;
}
