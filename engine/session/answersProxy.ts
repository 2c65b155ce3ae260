import type { FormAnswers } from '../config/definitions.ts';

/**
 * Answers for expressions without a copy. Each property is read on access, so an observer tracks exactly the fields that its
 * expression read.
 */
export function answersProxy(fields: readonly string[], answer: (field: string) => unknown): FormAnswers {
  const known = new Set(fields);
  const read = (key: string | symbol) => (typeof key === 'string' && known.has(key) ? answer(key) : undefined);
  return new Proxy<FormAnswers>(Object.create(null) as FormAnswers, {
    get: (_, key) => read(key),
    has: (_, key) => read(key) !== undefined,
    ownKeys: () => fields.filter((field) => answer(field) !== undefined),
    getOwnPropertyDescriptor: (_, key) => {
      const value = read(key);
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false };
    },
    set: () => false,
    deleteProperty: () => false,
  });
}
