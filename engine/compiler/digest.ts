import { createHash } from 'node:crypto';

/** Undefined of objects that have none. */
const digests = new WeakMap<object, string | undefined>();

/**
 * Computes a text that two runs of a program share only if they share the value.
 *
 * @param value JSON, which may contain documents
 * @returns undefined for anything else
 */
function digestOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (value === null || typeof value !== 'object') return `${typeof value} ${String(value)}`;
  if (!digests.has(value)) {
    const content = contentOf(value);
    digests.set(value, content === undefined ? undefined : hash(content));
  }
  return digests.get(value);
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
  let isWhole = true;
  const text = JSON.stringify(value, (_, part: unknown) => {
    isWhole &&= isJson(part);
    return part;
  });
  return isWhole ? text : undefined;
}

function isJson(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return typeof part !== 'function' && typeof part !== 'symbol';
  const prototype: unknown = Object.getPrototypeOf(part);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
