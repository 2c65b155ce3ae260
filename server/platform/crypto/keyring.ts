import { createHash, hkdfSync } from 'node:crypto';

export interface MasterKey {
  /** Fingerprint of the key, stored with the data it protects. It reveals nothing about the key. */
  id: string;
  key: Buffer;
}

/** Master keys, newest first. The first key writes, every key reads. */
export type Keyring = readonly [MasterKey, ...MasterKey[]];

const keyLengthBytes = 32;

function masterKeyFrom(text: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyLengthBytes)
    throw new Error(
      `MASTER_KEY: expected ${keyLengthBytes} bytes as base64, got ${key.length}. Generate one with: openssl rand -base64 32`,
    );
  return { id: createHash('sha256').update('hakbang key id').update(key).digest('hex').slice(0, 8), key };
}

/**
 * Reads `MASTER_KEY`: one base64 key of 32 bytes, or several separated by commas, newest first.
 * `hakbang keys rotate` rewraps data keys with the newest key (docs/keys.md). It does not rewrite blind indexes, so an older key stays in
 * the list while rows with its digests exist.
 */
export function keyringFrom(text: string): Keyring {
  const [first, ...others] = text.split(',').filter(Boolean);
  return [masterKeyFrom(first ?? ''), ...others.map(masterKeyFrom)];
}

const derived = new WeakMap<MasterKey, Map<string, Buffer>>();

/** Derives a key for one purpose, so that no two uses share a key (RFC 5869). The result is cached. */
export function derive(master: MasterKey, purpose: string): Buffer {
  const keys = derived.get(master) ?? new Map<string, Buffer>();
  derived.set(master, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', master.key, '', `hakbang ${purpose}`, keyLengthBytes));
  keys.set(purpose, key);
  return key;
}
