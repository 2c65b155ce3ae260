import type { Analysis } from '../compiler/analysis.ts';
import { flatten, languagesOf } from '../compiler/locales/words.ts';
import type { Place } from '../compiler/names/walk.ts';
import { pointerToPath } from '../compiler/project/document.ts';
import type { Entry } from '../compiler/project/project.ts';
import { placeOfSubFlow } from '../compiler/project/subFlows.ts';
import { valueAt } from '../config/valueAt.ts';
import type { Flow } from '../config/flow.ts';
import { typeOfSchema, type JsonSchema } from '../expression/index.ts';
import { scopeAt } from '../form/owners.ts';

/** The type of a field's value. `day` is a text YYYY-MM-DD. */
export type FieldKind = 'text' | 'whole' | 'decimal' | 'yesNo' | 'day' | 'list' | 'any';

/** A value that a condition can read, with its label. */
export interface Field {
  /** As CEL writes it: `work.income`. */
  path: string;
  /** In the main language. Absent for values that no form asks for. */
  label?: string;
  kind: FieldKind;
  /** All codes of the field, with their labels. */
  options?: { value: string | number; label: string }[];
  isOptional?: true;
  isSensitive?: true;
  /** The number is in hundredths of the currency, or in parts per million. */
  unit?: 'money' | 'percent';
}

/** Texts of the main language by key, `forms.work.income.label`. */
export type Texts = ReadonlyMap<string, string>;

export function mainTexts({ project }: Analysis): Texts {
  const main = project.one('settings')?.value.languages.default;
  const words = main === undefined ? undefined : languagesOf(project).get(main)?.words;
  return words ? flatten(words) : new Map();
}

const deepest = 3;

interface Named {
  path: string;
  /** The key of the field's texts. */
  key: string | undefined;
  isOptional: boolean;
  isSensitive: boolean;
}

/** The fields that an expression at a place can read. */
export function fieldsAt(analysis: Analysis, entry: Entry, place: Place, texts: Texts): Field[] {
  const scope = analysis.scopes.at(entry, place);
  return Object.entries(scope).flatMap(([name, schema]) =>
    fieldsOf(schema, { path: name, key: keyOf(name, entry, place, analysis), isOptional: false, isSensitive: false }, texts, 0),
  );
}

/** The answers to all forms, by paths that begin with the form. */
export function answerFields(analysis: Analysis): Field[] {
  const texts = mainTexts(analysis);
  return [...analysis.forms].flatMap(([id, { schema }]) =>
    fieldsOf(schema, { path: id, key: `forms.${id}`, isOptional: false, isSensitive: false }, texts, 0),
  );
}

/** The key of the texts of a namespace's fields. */
function keyOf(name: string, entry: Entry, { pointer }: Place, { project, forms }: Analysis): string | undefined {
  if (name === 'self' || name === 'form') {
    const scope = name === 'self' ? scopeAt(pointerToPath(pointer).map(String)) : '';
    const path = scope.split(/[/.]|\[\]/).filter(Boolean);
    return ['forms', entry.id, ...path].join('.');
  }
  if (name === 'item') {
    const list = listOfStep(entry, pointer, project);
    return list === undefined ? undefined : `forms.${list}`;
  }
  return forms.has(name) ? `forms.${name}` : undefined;
}

function listOfStep(entry: Entry, pointer: string, project: Analysis['project']): string | undefined {
  const [, index] = pointerToPath(pointer);
  const place = entry.kind === 'subFlow' ? placeOfSubFlow(entry.id, project) : undefined;
  const flow = place?.flow ?? (entry.kind === 'flow' ? (entry as Entry<Flow>) : undefined);
  const steps = flow?.written?.steps ?? flow?.value.steps;
  return steps?.[place?.at ?? Number(index)]?.forEach;
}

function fieldsOf(schema: JsonSchema, named: Named, texts: Texts, depth: number): Field[] {
  const { properties } = schema;
  if (!properties || depth >= deepest) return [fieldOf(schema, named, texts)];
  return Object.entries<JsonSchema>(properties).flatMap(([name, property]) =>
    fieldsOf(
      property,
      {
        path: `${named.path}.${name}`,
        key: named.key && `${named.key}.${name}`,
        isOptional: named.isOptional || !schema.required?.includes(name) || property['x-when'] !== undefined,
        isSensitive: named.isSensitive || property['x-sensitive'] !== undefined,
      },
      texts,
      depth + 1,
    ),
  );
}

function fieldOf(schema: JsonSchema, { path, key, isOptional, isSensitive }: Named, texts: Texts): Field {
  const { values } = typeOfSchema(schema);
  const label = key === undefined ? undefined : texts.get(`${key}.label`);
  const kind = kindOf(schema);
  const unit = path.endsWith('Cents') ? 'money' : path.endsWith('Ppm') ? 'percent' : undefined;
  const codes = values?.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number') ?? [];
  const list = valueAt(schema, ['x-enum']);
  const wordsOf = (value: string | number) =>
    texts.get(`${key}.options.${value}`) ?? texts.get(`enums.${String(list)}.${value}`) ?? String(value);
  return {
    path,
    kind,
    ...(label !== undefined && { label }),
    ...(codes.length > 0 && { options: codes.map((value) => ({ value, label: wordsOf(value) })) }),
    ...(isOptional && { isOptional }),
    ...((isSensitive || schema['x-sensitive'] !== undefined) && { isSensitive: true as const }),
    ...(unit && (kind === 'whole' || kind === 'decimal') && { unit }),
  };
}

function kindOf(schema: JsonSchema): FieldKind {
  const { kind } = typeOfSchema(schema);
  if (kind === 'string') return valueAt(schema, ['format']) === 'date' ? 'day' : 'text';
  const kinds: Readonly<Record<string, FieldKind>> = { int: 'whole', double: 'decimal', bool: 'yesNo', list: 'list' };
  return kinds[kind] ?? 'any';
}
