import type { ScreenTicket } from '../../contract/schemas.ts';
import type { LoadedRelease } from '../release/types.ts';
import { partAddress, partName } from './tickets.ts';

type Parts = Readonly<Record<string, unknown>>;

const kept = new WeakMap<ScreenTicket, Promise<Parts>>();

/**
 * The JSON parts of a first screen by address, for its page: asked for by themselves, each costs a slow phone a request and several turns
 * of its main thread before anything can be shown.
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
