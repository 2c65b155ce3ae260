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
 * How one number may be written, the stored way first: a TIN without a branch is nine digits or those and 000; a mobile number as a
 * wallet begins with 0, as a phone with 9.
 */
function spellings(kind: BlindKind, value: string): string[] {
  const text = canonical(value);
  const [, tin] = (kind === 'idNumber' && /^(\d{9})(?:000)?$/.exec(text)) || [];
  if (tin) return [tin, `${tin}000`];
  const [, mobile] = (kind === 'account' && /^0?(9\d{9})$/.exec(text)) || [];
  return mobile ? [`0${mobile}`, mobile] : [text];
}

/**
 * Makes keyed digests (HMAC-SHA256) by which equal values are found without being readable. A digest carries the id of
 * its key; `lookup` gives a digest for each key of the ring and each way to write the value, so that rows made before a rotation are still found.
 */
export function blindIndex(keyring: Keyring): {
  digest(kind: BlindKind, value: string): string;
  lookup(kind: BlindKind, value: string): string[];
} {
  const keys = keyring.map((master) => ({ id: master.id, key: derive(master, 'blind index') }));
  const lookup = (kind: BlindKind, value: string) =>
    keys.flatMap(({ id, key }) =>
      spellings(kind, value).map((text) => `${id}.${createHmac('sha256', key).update(`${kind}|${text}`).digest('base64url')}`),
    );
  return { lookup, digest: (kind, value) => lookup(kind, value)[0] ?? '' };
}
