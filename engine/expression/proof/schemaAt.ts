import type { JsonSchema, Scope } from '../types.ts';

/** The schema at a path of a scope, and whether the value can be absent. */
export interface SchemaFound {
  schema: JsonSchema;
  mayBeAbsent: boolean;
}

/** @param partial names of forms that may be half filled in: any of their answers can be absent */
export function schemaAt(scope: Scope, [name = '', ...rest]: readonly string[], partial?: ReadonlySet<string>): SchemaFound | undefined {
  let schema: JsonSchema | undefined = Object.hasOwn(scope, name) ? scope[name] : undefined;
  let mayBeAbsent = false;
  for (const key of rest) {
    const properties = schema?.properties;
    const next: JsonSchema | undefined = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!next) {
      // In a map with arbitrary keys, each key can be absent.
      const [ofMap] = Object.values(schema?.patternProperties ?? {});
      if (ofMap === undefined) return undefined;
      [schema, mayBeAbsent] = [ofMap, true];
      continue;
    }
    mayBeAbsent = schema?.required?.includes(key) !== true || next['x-when'] !== undefined;
    schema = next;
  }
  return schema && { schema, mayBeAbsent: mayBeAbsent || (partial?.has(name) ?? false) };
}
