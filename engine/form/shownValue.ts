import type { PropertySchema } from '../config/form.ts';
import type { FieldUi } from '../config/formUi.ts';
import { isPlainObject } from './empty.ts';
import { fieldOptions } from './fieldOptions.ts';
import { inNumberGroups } from './nationalNumber.ts';
import { applyMask } from './typingMask.ts';

/** Texts and formats of the reader's language. */
export interface Wording {
  t: (key: string) => string;
  has: (key: string) => boolean;
  formats: { number: (value: number) => string; date: (day: string) => string };
}

/** Other answers of the form, because one of them can select a variant of the field. */
type Answers = Readonly<Record<string, unknown>>;

/** Formats a text as its field does: with a mask, or as a phone number. */
export function drawn(text: string, ui: FieldUi, answers: Answers): string {
  if (ui['ui:widget'] === 'phone' || ui['ui:normalise']?.includes('dialled')) return inNumberGroups(text);
  const { mask } = fieldOptions(ui, (name) => answers[name]);
  return typeof mask === 'string' ? applyMask(text, mask) : text;
}

interface Shown {
  texts: Wording;
  keyPrefix: string;
  schema: PropertySchema;
  ui: FieldUi;
  answers: Answers;
  /** The kind of file that a widget answers with. */
  fileKind?: (widget: string | undefined) => string | undefined;
}

/** Formats an answer as text lines: labels for codes, dates and numbers in the language, one line for each list item. */
export function shownValue(shown: Shown, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => line({ ...shown, schema: shown.schema.items ?? {} }, item));
  return [line(shown, value)];
}

function line(shown: Shown, value: unknown): string {
  if (Array.isArray(value)) return shownValue(shown, value).join(', ');
  if (!isPlainObject(value)) return scalar(shown, value);
  // A code with its own name, such as a place, shows that name.
  if (typeof value['name'] === 'string' && 'code' in value) return value['name'];
  const { keyPrefix, schema, ui } = shown;
  const properties = schema.properties ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])].filter((name) => value[name] !== undefined);
  const part = (name: string): Shown => ({
    ...shown,
    keyPrefix: `${keyPrefix}.${name}`,
    schema: properties[name] ?? {},
    ui: ui.items?.[name] ?? {},
    answers: value,
  });
  return names.map((name) => partLine(part(name), value[name])).join(' · ');
}

/** A yes or no means nothing without its label, nor does a file. */
function partLine(shown: Shown, value: unknown): string {
  const text = line(shown, value);
  return typeof value === 'boolean' || shown.fileKind?.(shown.ui['ui:widget']) !== undefined
    ? `${shown.texts.t(`${shown.keyPrefix}.label`)}: ${text}`
    : text;
}

function scalar({ texts, keyPrefix, schema, ui, answers, fileKind }: Shown, value: unknown): string {
  const kind = fileKind?.(ui['ui:widget']);
  if (kind) return texts.t(`common.blocks.review.${kind}`);
  const own = `${keyPrefix}.options.${String(value)}`;
  if (texts.has(own)) return texts.t(own);
  if (schema['x-enum'] !== undefined) return texts.t(`enums.${schema['x-enum']}.${String(value)}`);
  if (typeof value === 'boolean') return texts.t(`common.blocks.review.${value ? 'yes' : 'no'}`);
  if (typeof value === 'number') return texts.formats.number(value);
  const text = String(value);
  const isDay = /^\d{4}-\d{2}(-\d{2})?$/.test(text) && (schema.format === 'date' || schema.pattern !== undefined);
  return isDay ? texts.formats.date(text) : drawn(text, ui, answers);
}
