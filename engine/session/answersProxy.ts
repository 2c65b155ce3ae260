import type { FormAnswers } from '../config/definitions.ts';

/**
 * Answers as expressions read them, without a copy: each property is asked for when it is read, so an observer depends on
 * exactly the fields that its condition or rule looked at.
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
