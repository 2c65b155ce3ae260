import { createHash, hkdfSync } from 'node:crypto';

export interface MasterKey {
  /** Fingerprint of the key, stored beside what it protects; tells nothing about the key. */
  id: string;
  key: Buffer;
}

/** Master keys, newest first: the first one protects what is written, all of them read. */
export type Keyring = readonly [MasterKey, ...MasterKey[]];

const keyLengthBytes = 32;

function masterKeyFrom(text: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyLengthBytes)
    throw new Error(`MASTER_KEY: expected ${keyLengthBytes} bytes as base64, got ${key.length}. Make one with: openssl rand -base64 32`);
  return { id: createHash('sha256').update('hakbang key id').update(key).digest('hex').slice(0, 8), key };
}

/**
 * Reads `MASTER_KEY`: one base64 key of 32 bytes, or several separated by commas, newest first.
 * `hakbang keys rotate` wraps what older keys protect with the newest one (docs/keys.md). Blind indexes made with an older
 * key stay as they are, so the key stays in the list while such rows exist.
 */
export function keyringFrom(text: string): Keyring {
  const [first, ...others] = text.split(',').filter(Boolean);
  return [masterKeyFrom(first ?? ''), ...others.map(masterKeyFrom)];
}

const derived = new WeakMap<MasterKey, Map<string, Buffer>>();

/** A key for one purpose, so that no two uses share a key (RFC 5869). Derived once. */
export function derive(master: MasterKey, purpose: string): Buffer {
  const keys = derived.get(master) ?? new Map<string, Buffer>();
  derived.set(master, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', master.key, '', `hakbang ${purpose}`, keyLengthBytes));
  keys.set(purpose, key);
  return key;
}
