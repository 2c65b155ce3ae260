import type { PropertySchema } from '../config/form.ts';
import { isPlainObject } from './empty.ts';

/** The parts of a schema that affect masking. */
export type Masking = Pick<PropertySchema, 'items' | 'properties' | 'enum' | 'x-enum'>;

const dots = '••••';
const maxParts = 3;

/**
 * Masks a sensitive answer. Personal data stays recognisable (`•••• 1234`, `M•••• S••••`, `m••••@mail.ph`), secrets show nothing.
 * Codes, such as a contact's relationship, are left out, because a masked code means nothing.
 */
export function mask(value: unknown, sensitive: 'pii' | 'secret', schema: Masking = {}): string {
  if (sensitive === 'secret') return dots;
  if (Array.isArray(value))
    return value
      .slice(0, maxParts)
      .map((item) => mask(item, sensitive, schema.items))
      .join(', ');
  if (isPlainObject(value)) return maskParts(value, schema);
  return typeof value === 'string' ? maskText(value) : dots;
}

/** The leaves of an object: a contact's name and number, the levels of a place. */
function maskParts(value: Record<string, unknown>, { properties = {} }: Masking): string {
  const isCode = (name: string) => properties[name]?.['x-enum'] !== undefined || properties[name]?.enum !== undefined;
  const named = Object.entries(value).filter(([name]) => !isCode(name));
  const parts = named.map(([name, part]) => mask(part, 'pii', properties[name]));
  return parts.slice(0, maxParts).join(' · ');
}

function maskText(text: string): string {
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return `${text.slice(0, -2).replace(/\d/g, '•')}${text.slice(-2)}`;
  const at = text.lastIndexOf('@');
  if (at > 0) return `${initial(text)}${text.slice(at)}`;
  return /\d/.test(text) ? maskNumber(text) : text.trim().split(/\s+/).map(initial).join(' ');
}

/** Shows the last four of eight or more characters, the last two of fewer, and nothing of a short text. */
function maskNumber(text: string): string {
  const shown = text.length >= 8 ? 4 : text.length >= 5 ? 2 : 0;
  return shown === 0 ? dots : `${dots} ${text.slice(-shown)}`;
}

/** The first character, whole even if it takes two code units. */
const initial = (word: string): string => `${/^./u.exec(word)?.[0] ?? ''}${dots}`;
