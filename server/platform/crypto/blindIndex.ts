import { createHmac } from 'node:crypto';
import { derive, type Keyring } from './keyring.ts';

/** What is searched though it is encrypted. */
export type BlindKind = 'phone' | 'idNumber' | 'account' | 'socialAccount';

/** The same number however it was typed: spaces, dashes and case say nothing. */
const canonical = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();

/**
 * Makes keyed digests (HMAC-SHA256) by which equal values are found without being readable. A digest carries the id of
 * its key; `lookup` gives one digest for each key of the ring, so that rows made before a rotation are still found.
 */
export function blindIndex(keyring: Keyring): {
  digest(kind: BlindKind, value: string): string;
  lookup(kind: BlindKind, value: string): string[];
} {
  const keys = keyring.map((master) => ({ id: master.id, key: derive(master, 'blind index') }));
  const lookup = (kind: BlindKind, value: string) =>
    keys.map(
      ({ id, key }) =>
        `${id}.${createHmac('sha256', key)
          .update(`${kind}|${canonical(value)}`)
          .digest('base64url')}`,
    );
  return { lookup, digest: (kind, value) => lookup(kind, value)[0] ?? '' };
}
