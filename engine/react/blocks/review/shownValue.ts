import type { PropertySchema } from '../../../config/form.ts';
import { isPlainObject } from '../../../form/empty.ts';
import type { Texts } from '../../text.tsx';

/** An answer in words: labels for codes, days and numbers as the language writes them, lists line by line. */
export function shownValue(texts: Texts, keyPrefix: string, schema: PropertySchema, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => line(texts, keyPrefix, schema.items ?? {}, item));
  return [line(texts, keyPrefix, schema, value)];
}

function line(texts: Texts, keyPrefix: string, schema: PropertySchema, value: unknown): string {
  if (!isPlainObject(value)) return scalar(texts, keyPrefix, schema, value);
  // A code with its own name (a place) is shown by its name.
  if (typeof value['name'] === 'string' && 'code' in value) return value['name'];
  const properties = schema.properties ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])].filter((name) => value[name] !== undefined);
  return names.map((name) => line(texts, `${keyPrefix}.${name}`, properties[name] ?? {}, value[name])).join(' · ');
}

function scalar(texts: Texts, keyPrefix: string, schema: PropertySchema, value: unknown): string {
  const own = `${keyPrefix}.options.${String(value)}`;
  if (texts.has(own)) return texts.t(own);
  if (schema['x-enum'] !== undefined) return texts.t(`enums.${schema['x-enum']}.${String(value)}`);
  if (typeof value === 'boolean') return texts.t(`common.blocks.review.${value ? 'yes' : 'no'}`);
  if (typeof value === 'number') return texts.formats.number(value);
  const text = String(value);
  const isDay = /^\d{4}-\d{2}(-\d{2})?$/.test(text) && (schema.format === 'date' || schema.pattern !== undefined);
  return isDay ? texts.formats.date(text) : text;
}
