import { clear, createStore, del, get, set, update, type UseStore } from 'idb-keyval';
import type { DraftStore } from '../../engine/session/draftStore.ts';
import { memoryStore } from './memoryStore.ts';

const keyName = 'key';
const ivBytes = 12;

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/**
 * Drafts in this browser: AES-GCM in IndexedDB. The key is not extractable, is stored next to the drafts, and is erased with them. Keeps
 * drafts in memory when the browser lacks IndexedDB, or lacks WebCrypto because of plain http from another host.
 */
export function createDraftStore(databaseName = 'hakbang'): DraftStore {
  const isSupported = typeof indexedDB !== 'undefined' && typeof crypto !== 'undefined' && 'subtle' in crypto;
  return isSupported ? orInMemory(encryptedStore(createStore(databaseName, 'drafts'))) : memoryStore();
}

/** A private window may have IndexedDB and refuse to open it. After the first failure, memory is used. */
function orInMemory(store: DraftStore): DraftStore {
  let current = store;
  const memory = memoryStore();
  const attempt = async <T>(use: (from: DraftStore) => Promise<T>): Promise<T> => {
    try {
      return await use(current);
    } catch {
      current = memory;
      return await use(current);
    }
  };
  return {
    load: (key) => attempt((from) => from.load(key)),
    save: (key, value) => attempt((from) => from.save(key, value)),
    drop: (key) => attempt((from) => from.drop(key)),
    // Erase both stores: the database may hold drafts from before it failed.
    erase: async () => {
      await memory.erase();
      await store.erase().catch(() => undefined);
    },
  };
}

function encryptedStore(store: UseStore): DraftStore {
  // A write that began before an erasure must not restore its draft.
  let erasures = 0;
  return {
    load: async (name) => {
      const [key, sealed] = await Promise.all([get<CryptoKey>(keyName, store), get<Sealed>(draftName(name), store)]);
      return key && sealed ? unseal(key, name, sealed) : undefined;
    },
    save: async (name, value) => {
      const begun = erasures;
      const sealed = await seal(await keyOf(store), name, value);
      if (begun === erasures) await set(draftName(name), sealed, store);
    },
    drop: (name) => del(draftName(name), store),
    erase: async () => {
      erasures += 1;
      await clear(store);
    },
  };
}

const draftName = (name: string) => `draft:${name}`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** The key of this browser. Two tabs may create a key at once: both use the key that was stored first. */
async function keyOf(store: UseStore): Promise<CryptoKey> {
  const known = await get<CryptoKey>(keyName, store);
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await update<CryptoKey>(keyName, (stored) => stored ?? fresh, store);
  return (await get<CryptoKey>(keyName, store)) ?? fresh;
}

async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytes(name) }, key, bytes(JSON.stringify(value)));
  return { iv, data };
}

/** Undefined when the draft was tampered with, moved to another name, or written under an erased key. */
async function unseal(key: CryptoKey, name: string, { iv, data }: Sealed): Promise<unknown> {
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytes(name) }, key, data);
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}
