import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';

/** Thrown for values that JSON cannot represent: bytes, unsigned numbers, messages, non-string keys. */
export class NotJson extends Error {}

/** Thrown for an int that a JSON number cannot hold exactly. */
export class TooLarge extends Error {}

export function valueOf({ kind }: Value): unknown {
  switch (kind.case) {
    case 'int64Value':
      if (!Number.isSafeInteger(Number(kind.value))) throw new TooLarge();
      return Number(kind.value);
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'doubleValue':
    case 'stringValue':
      return kind.value;
    case 'listValue':
      return kind.value.values.map(valueOf);
    case 'mapValue':
      return Object.fromEntries(kind.value.entries.map(({ key, value }) => [keyOf(key), value && valueOf(value)]));
    default:
      throw new NotJson();
  }
}

function keyOf(key: Value | undefined): string {
  if (key?.kind.case !== 'stringValue') throw new NotJson();
  return key.kind.value;
}

/** Compares a result with the expected one: NaN is NaN, and 0.0 is not -0.0. */
export function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return Object.is(left, right);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [own, other] = [Object.entries(left), new Map(Object.entries(right))];
  return own.length === other.size && own.every(([key, value]) => other.has(key) && isSame(value, other.get(key)));
}
