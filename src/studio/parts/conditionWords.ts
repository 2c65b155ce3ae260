import { type Condition, conditionOf, type Term, type Value } from '../../../engine/conditions/tree.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Formats } from '../../../engine/texts/formats.ts';
import type { Values } from '../../../engine/texts/words.ts';

/** Everything that is needed to express a condition in the studio's language. */
export interface Speaking {
  t: (key: string, values?: Values) => string;
  formats: Formats;
  fields: ReadonlyMap<string, Field>;
  /** The CEL of the named conditions. */
  named: Readonly<Record<string, string>>;
}

const word = ({ t }: Speaking, key: string, values?: Values): string => t(`common.blocks.flowGraph.condition.${key}`, values);

/** The display name of a field: its label, or its name in words. */
export function fieldWords(path: string, { fields }: Pick<Speaking, 'fields'>): string {
  return fields.get(path)?.label ?? nameWords(path.split('.').at(-1) ?? path);
}

/** `imageCodeRequired` as words. */
export const nameWords = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** The value of a field in words, with its unit. */
export function valueWords(value: unknown, path: string, speaking: Speaking): string {
  const { fields, formats } = speaking;
  const field = fields.get(path);
  const option = field?.options?.find((each) => each.value === value);
  if (option) return option.label;
  if (typeof value === 'boolean') return word(speaking, value ? 'true' : 'false');
  if (typeof value === 'number') {
    if (field?.unit === 'money') return formats.money(value);
    return field?.unit === 'percent' ? formats.percent(value) : formats.number(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formats.date(value);
  return value === '' ? word(speaking, 'empty') : value;
}

const mostDeep = 5;

/** A condition in words. */
export function conditionWords(source: string, speaking: Speaking, depth = 0): string {
  const condition = conditionOf(source);
  return condition && depth < mostDeep ? said(condition, speaking, depth, false) : source;
}

function said(condition: Condition, speaking: Speaking, depth: number, isInner: boolean): string {
  switch (condition.is) {
    case 'term':
      return termWords(condition, speaking);
    case 'named': {
      const own = speaking.named[condition.name];
      const values = { name: nameWords(condition.name), words: own === undefined ? '' : conditionWords(own, speaking, depth + 1) };
      return word(speaking, `${condition.holds ? 'named' : 'notNamed'}${own === undefined ? 'Only' : ''}`, values);
    }
    case 'not':
      return word(speaking, 'not', { words: said(condition.part, speaking, depth, true) });
    case 'source':
      return word(speaking, 'source', { source: condition.source });
    default: {
      const parts = condition.parts.map((part) => said(part, speaking, depth, true));
      const text = parts.join(word(speaking, condition.is));
      return isInner ? `(${text})` : text;
    }
  }
}

function termWords(term: Term, speaking: Speaking): string {
  const { field, measure, comparison, values } = term;
  const name = fieldWords(field, speaking);
  const subject = word(speaking, measure ?? 'field', { field: name });
  const all = values.map((value) => sideWords(value, measure === undefined ? field : '', speaking));
  return word(speaking, comparison, { field: subject, value: all.join(word(speaking, 'or')) });
}

function sideWords(value: Value, path: string, speaking: Speaking): string {
  if ('field' in value) return word(speaking, 'field', { field: fieldWords(value.field, speaking) });
  if ('source' in value) return word(speaking, 'source', { source: value.source });
  return valueWords(value.constant, path, speaking);
}
