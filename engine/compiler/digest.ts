import { createHash } from 'node:crypto';

const digests = new WeakMap<object, string>();

/**
 * Computes a text that two runs of a program share only if they share the value.
 *
 * @param value JSON, which may contain documents
 * @returns undefined for anything else
 */
function digestOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (value === null || typeof value !== 'object') return `${typeof value} ${String(value)}`;
  const known = digests.get(value);
  if (known !== undefined) return known;
  const content = contentOf(value);
  if (content === undefined) return undefined;
  const digest = hash(content);
  digests.set(value, digest);
  return digest;
}

/** Digests a computation: its name and everything that decides its result. */
export function digestOfAll(name: string, inputs: readonly unknown[]): string | undefined {
  const parts = [name];
  for (const input of inputs) {
    const digest = digestOf(input);
    if (digest === undefined) return undefined;
    parts.push(digest);
  }
  return hash(parts.join('\n'));
}

/** Takes the digest of the computation for its result, which then needs no content: `{}` can stand for a state of many files. */
export function nameByOrigin(result: object, digest: string): void {
  if (!digests.has(result)) digests.set(result, digest);
}

function contentOf(value: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null ? JSON.stringify(value) : undefined;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
