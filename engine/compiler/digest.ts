import { hash as digestText } from 'node:crypto';

/** Cache of digests. The value is undefined for an object that cannot be digested. */
const digests = new WeakMap<object, string | undefined>();

/**
 * Computes a digest that two runs of a program share only if the values are equal.
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

/** Digests a computation: its name and all of its inputs. */
export function digestOfAll(name: string, inputs: readonly unknown[]): string | undefined {
  const parts = [name];
  for (const input of inputs) {
    const digest = digestOf(input);
    if (digest === undefined) return undefined;
    parts.push(digest);
  }
  return hash(parts.join('\n'));
}

/**
 * Uses the digest of a computation as the digest of its result. So the result can be an empty token: `{}` can stand for the state of many
 * files.
 */
export function nameByOrigin(result: object, digest: string): void {
  if (!digests.has(result)) digests.set(result, digest);
}

/**
 * Returns the result. If it is `{}`, a token for inputs without a digest, leaves it without one too: a digest of `{}` itself would be the
 * same in every process.
 */
export function withoutDigest<T>(result: T): T {
  if (result !== null && typeof result === 'object' && !Array.isArray(result) && Object.keys(result).length === 0)
    digests.set(result, undefined);
  return result;
}

function contentOf(value: object): string | undefined {
  let isWhole = true;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, part: unknown) {
    // For most files, the value follows from the text, which is part of the document.
    if (key === 'value' && isTextOf(this, part)) return undefined;
    const original = this[key];
    // Many values contain the same document, whose text is long.
    if (original !== value && isDocument(original)) return digestOf(original);
    isWhole &&= isJson(part);
    return part;
  });
  return isWhole ? text : undefined;
}

const isDocument = (part: unknown): part is object => typeof (part as { toJSON?: unknown } | null | undefined)?.toJSON === 'function';

/** Compares only objects, because two strings may be equal by chance. */
const isTextOf = (file: unknown, value: unknown): boolean =>
  typeof value === 'object' && value !== null && (file as { document?: { value?: unknown } }).document?.value === value;

function isJson(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return typeof part !== 'function' && typeof part !== 'symbol';
  const prototype: unknown = Object.getPrototypeOf(part);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

const hash = (text: string): string => digestText('sha256', text, 'base64url').slice(0, 22);
