import { createHmac } from 'node:crypto';
import { derive, type Keyring } from './keyring.ts';

/** Spellings of a value that count as equal, starting with the stored one. */
export type Spellings<Kind> = (kind: Kind, value: string) => string[];

/** Removes spaces, dashes and case, so that one number has one spelling. */
const canonical = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();

/**
 * Makes keyed digests (HMAC-SHA256) that find equal values without revealing them. A digest carries the id of its key. `lookup` returns a
 * digest for each key of the ring and each spelling, so that rows written before a key rotation are still found.
 */
export function blindIndex<Kind extends string>(
  keyring: Keyring,
  spellings: Spellings<Kind> = (_, value) => [value],
): {
  digest(kind: Kind, value: string): string;
  lookup(kind: Kind, value: string): string[];
} {
  const keys = keyring.map((master) => ({ id: master.id, key: derive(master, 'blind index') }));
  const lookup = (kind: Kind, value: string) =>
    keys.flatMap(({ id, key }) =>
      spellings(kind, canonical(value)).map((text) => `${id}.${createHmac('sha256', key).update(`${kind}|${text}`).digest('base64url')}`),
    );
  return { lookup, digest: (kind, value) => lookup(kind, value)[0] ?? '' };
}
