import { createHmac } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { derive, type Keyring } from './keyring.ts';

/** Query of the ids of master keys that stored rows need. */
export type KeyIds = RawBuilder<{ id: string }>;

/** How a value of a kind may be written, the stored way first. */
export type Spellings<Kind> = (kind: Kind, value: string) => string[];

/** The same number however it was typed: spaces, dashes and case say nothing. */
const canonical = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();

/**
 * Makes keyed digests (HMAC-SHA256) by which equal values are found without being readable. A digest carries the id of
 * its key; `lookup` gives a digest for each key of the ring and each way to write the value, so that rows made before a rotation are still found.
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

/** Ids of the master keys under which the digests of a column were made. */
export const keyIdsIn = (table: string, column: string): KeyIds =>
  sql`select split_part(${sql.ref(column)}, '.', 1) as id from ${sql.table(table)} where ${sql.ref(column)} like '%.%'`;
