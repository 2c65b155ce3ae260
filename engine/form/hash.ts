import { isPlainObject } from './empty.ts';

/** Serialises to JSON with sorted keys and without undefined values, so that equal answers give equal text. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => stableJson(item ?? null)).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null';
  const parts = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stableJson(value[key])}`);
  return `{${parts.join(',')}}`;
}

/**
 * Hashes answers the same way in browser and server: 64 bits in hex. It detects changes and does not protect secrets, because short
 * answers can be guessed. If the hash of sensitive answers leaves the server, give `flowEnvironment` a keyed digest.
 */
export function hashAnswers(value: unknown): string {
  const text = stableJson(value);
  return `${hex(mix(text, 0x9e3779b9))}${hex(mix(text, 0x85ebca6b))}`;
}

const hex = (number: number) => (number >>> 0).toString(16).padStart(8, '0');

/** FNV-1a over UTF-16 code units with a seed, with MurmurHash3's finaliser so that every bit depends on every character. */
function mix(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
