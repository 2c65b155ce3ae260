import type { PropertySchema } from './form.ts';

/** An entry of a list on the server, and the answer of a lookup. The name is stored with it, so that the answer can be read offline. */
export interface LookupEntry {
  code: string;
  name: string;
}

/** Returns why a property cannot hold an entry of a list, or undefined if it can. */
export function lookupMisfit({ type, properties = {}, required = [] }: PropertySchema): string | undefined {
  const holds = (name: string) => properties[name]?.type === 'string' && required.includes(name);
  if (type === 'object' && Object.keys(properties).length === 2 && holds('code') && holds('name')) return undefined;
  return 'The answer of a lookup is an object with the texts "code" and "name", both required.';
}
