import type { PropertySchema } from '../../config/form.ts';
import { numberWords } from '../../config/numberWords.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { at, type Catalogue } from './catalogue.ts';
import { inText } from './inText.ts';
import { digitsOf } from './figures.ts';
import { limitsOf, type Limits } from './limits.ts';
import { placeholdersOf } from './placeholders.ts';

/** A field's texts that say what to enter. Those of rules and variants may state their own figures. */
const shown = ['label', 'hint', 'placeholder'];

type Keyword = keyof Limits;
const lengths: readonly Keyword[] = ['minLength', 'maxLength'];
const items: readonly Keyword[] = ['minItems', 'maxItems'];
const bounds: readonly Keyword[] = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const inErrors = ['pattern', 'required', 'type', ...lengths, ...items, ...bounds, 'multipleOf'];

interface Field {
  key: string;
  limits: Limits;
  /** The pattern is not a valid regular expression, which has its own finding. */
  isUnclear: boolean;
}

/** The fields of a form's or a format's schema, with the limits that apply to their texts. */
export interface Fields {
  all: readonly Field[];
  /** False if a schema is unreadable, because its limits are then unknown. */
  isWhole: boolean;
}

const none: Fields = { all: [], isWhole: true };

/** The fields whose texts belong to a subject: `forms.work`, `formats.phone`. Cached with the schema. */
export function fieldsOf(namespace: string, id: string, { forms, project, memo }: Analysis): Fields {
  const isWhole = !project.isBroken('format') && !project.isBroken('form');
  const form = namespace === 'forms' ? forms.get(id)?.schema : undefined;
  const format = namespace === 'formats' ? project.get('format', id)?.value : undefined;
  const shape = form ?? format;
  if (!shape) return none;
  return memo.about(shape, `fields of ${namespace}.${id}`, [isWhole], () => ({
    all: [...(form ? fieldsIn(`forms.${id}`, form.properties) : []), ...(format ? [fieldOf(`formats.${id}`, format)] : [])],
    isWhole,
  }));
}

/** Checks that a field's texts take limits from the schema instead of repeating them, and only name limits that the schema has. */
export function checkStatedLimits(
  catalogue: Catalogue,
  main: Catalogue,
  { all, isWhole }: Fields,
  constants: readonly string[],
): Located[] {
  const known = constants.map((name) => `constants.${name}`);
  return all.flatMap(({ key, limits, isUnclear }) => [
    ...[...shown, ...inErrors.map((keyword) => `errors.${keyword}`)].flatMap((part) => stated(catalogue, `${key}.${part}`, limits)),
    ...(isUnclear || !isWhole ? [] : shown).flatMap((part) =>
      unfilled(catalogue, main, `${key}.${part}`, [...Object.keys(limits), ...known]),
    ),
  ]);
}

const fieldOf = (key: string, schema: PropertySchema): Field => ({
  key,
  limits: limitsOf(schema),
  isUnclear: schema.pattern !== undefined && !isRegExp(schema.pattern),
});

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function fieldsIn(under: string, properties: Readonly<Record<string, PropertySchema>>): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = `${under}.${name}`;
    return [fieldOf(key, schema), ...fieldsIn(key, (schema.items ?? schema).properties ?? {})];
  });
}

function stated(catalogue: Catalogue, key: string, limits: Limits): Located[] {
  const text = catalogue.texts.get(key);
  if (text === undefined || text === '' || Object.keys(limits).length === 0) return [];
  const figures = figuresWithin(text, catalogue.language.code);
  const keyword = key.slice(key.lastIndexOf('.') + 1) as Keyword;
  for (const figure of figures) {
    const name = limitBehind(figure, figures, limits, keyword);
    if (name === undefined) continue;
    const message = `The schema decides this figure: "${figure.written}" is its ${name}.`;
    return at(catalogue, key, 'stated-limit', message, { within: figure.index, fix: `Write {{${name}}} instead of "${figure.written}".` });
  }
  return [];
}

interface Figure {
  value: number;
  written: string;
  index: number;
  /** Whether one of the next words is a unit of characters, such as "digits". */
  isOfCharacters: boolean;
}

/** Maximum number of words between a figure and its unit: "7 to 11 digits". */
const wordsBetween = 3;

function figuresWithin(text: string, language: string): Figure[] {
  const { numbers = {}, units = [] } = numberWords[language] ?? {};
  // A figure inside a placeholder is not hard-coded.
  const bare = text.replace(/\{\{[^}]*\}\}/g, (found) => ' '.repeat(found.length));
  const words = [...bare.matchAll(/[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}-]*/gu)];
  return words.flatMap(([written], position): Figure[] => {
    const folded = written.toLowerCase();
    const value = /^\p{Nd}+$/u.test(written) ? Number(digitsOf(written)) : Object.hasOwn(numbers, folded) ? numbers[folded] : undefined;
    if (value === undefined) return [];
    const next = words.slice(position + 1, position + 2 + wordsBetween).map(([word]) => word.toLowerCase());
    const isOfCharacters = next.some((word) => units.some((unit) => word.startsWith(unit)));
    return [{ value, written, index: words[position]?.index ?? 0, isOfCharacters }];
  });
}

/** The limit that a figure repeats. A figure about something else may be equal by chance, so the keyword and the unit count too. */
function limitBehind({ value, isOfCharacters }: Figure, all: readonly Figure[], limits: Limits, keyword: Keyword): Keyword | undefined {
  const isOneOf = (names: readonly Keyword[]) => names.find((name) => limits[name] === value);
  const isAbout = (names: readonly Keyword[]) => names.includes(keyword);
  // If both lengths are equal, prefer the maximum.
  if (isOfCharacters && value > 1) return isOneOf(lengths.toReversed());
  if (value > 1 && !isAbout(bounds)) {
    const found = isOneOf(items);
    if (found) return found;
  }
  const upper = isOneOf(['maximum', 'exclusiveMaximum']);
  const isRange = all.some((each) => each.value === limits.maximum);
  return isAbout(bounds) || isRange ? isOneOf(bounds) : upper;
}

/** Finds placeholders without a value, which i18next would show literally. */
function unfilled(catalogue: Catalogue, main: Catalogue, key: string, known: readonly string[]): Located[] {
  const names = [...placeholdersOf(catalogue.texts.get(key) ?? '')].filter((name) => !name.startsWith('constants.'));
  const name = names.find((each) => !known.includes(each));
  // If the schema has lost a limit, that is one fault, however many languages mention it.
  if (name === undefined || (catalogue !== main && placeholdersOf(main.texts.get(key) ?? '').has(name))) return [];
  const message = `Nothing fills {{${name}}}: the schema of this field has no such limit.`;
  return at(
    catalogue,
    key,
    'unfilled-placeholder',
    message,
    inText(nearMiss(name, known), (each) => `{{${each}`),
  );
}
