import type { ScreenTicket } from '../../contract/schemas.ts';
import type { LoadedRelease } from '../release/types.ts';
import { partAddress, partName } from './tickets.ts';

type Parts = Readonly<Record<string, unknown>>;

const kept = new WeakMap<ScreenTicket, Promise<Parts>>();

/**
 * Returns the JSON parts of a first screen by URL, to embed in the page. Fetched separately, each would cost a slow phone a request and
 * several main-thread turns before the first paint.
 */
export function firstParts(release: LoadedRelease, language: string, ticket: ScreenTicket): Promise<Parts> {
  const known = kept.get(ticket) ?? readParts(release, language, ticket);
  kept.set(ticket, known);
  known.catch(() => kept.delete(ticket));
  return known;
}

async function readParts(release: LoadedRelease, language: string, ticket: ScreenTicket): Promise<Parts> {
  const common = release.manifest.commonTexts[language];
  const forms = Object.values(ticket.forms).map(({ definition }) => definition);
  const addresses = [ticket.definition, ticket.texts, ...forms, ...(common === undefined ? [] : [partAddress(common)])];
  const parts = addresses.map(async (address) => [address, JSON.parse(await release.text(partName(address))) as unknown] as const);
  return Object.fromEntries(await Promise.all(parts));
}
