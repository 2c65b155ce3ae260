import type { JsonSchema, Scope } from '../expression/index.ts';
import type { Field } from './vocabulary.ts';

const types: Readonly<Record<Field['kind'], JsonSchema>> = {
  text: { type: 'string' },
  day: { type: 'string' },
  whole: { type: 'integer' },
  decimal: { type: 'number' },
  yesNo: { type: 'boolean' },
  list: { type: 'array' },
  any: {},
};

interface Draft {
  type: 'object';
  properties: Record<string, JsonSchema | Draft>;
}

/** Builds a scope from the kinds of fields, for evaluation without the compiler. */
export function scopeOfFields(fields: readonly Pick<Field, 'path' | 'kind'>[]): Scope {
  const root: Draft = { type: 'object', properties: {} };
  for (const { path, kind } of fields) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let at = root;
    for (const name of names) {
      const inner = at.properties[name];
      const next: Draft = inner && 'properties' in inner && inner.type === 'object' ? (inner as Draft) : { type: 'object', properties: {} };
      at.properties[name] = next;
      at = next;
    }
    at.properties[last] = types[kind];
  }
  return root.properties;
}
