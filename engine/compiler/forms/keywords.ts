import type { PropertySchema } from '../../config/form.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';

type Keyword = keyof PropertySchema;
type Type = NonNullable<PropertySchema['type']>;

/** Pairs of lower and upper bounds. */
const bounds: readonly (readonly [low: Keyword, high: Keyword])[] = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
];

const numeric: readonly Type[] = ['number', 'integer'];

/** The types that each keyword applies to (JSON Schema validation, §6). JSON Schema ignores it on other types. */
const about: Readonly<Partial<Record<Keyword, readonly Type[]>>> = {
  pattern: ['string'],
  format: ['string'],
  minLength: ['string'],
  maxLength: ['string'],
  minimum: numeric,
  maximum: numeric,
  exclusiveMinimum: numeric,
  exclusiveMaximum: numeric,
  multipleOf: numeric,
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  required: ['object'],
};

/** Reports keywords that contradict each other or have no effect on the type. */
export function checkKeywords({ project, forms }: Analysis): Located[] {
  const inForms = [...forms.values()].flatMap(({ entry, schema }) =>
    Object.entries(entry.value.properties).flatMap(([name, written]) =>
      findings(written, schema.properties[name] ?? {}, pointerTo('/properties', name)).map((finding) => ({
        document: entry.document,
        finding,
      })),
    ),
  );
  const inFormats = project
    .all('format')
    .flatMap(({ document, value }) => findings(value, value, '').map((finding) => ({ document, finding })));
  return [...inForms, ...inFormats];
}

/**
 * @param written the property as it is in the file; mistakes behind a $ref are reported there
 * @param whole the property with its $ref resolved, which gives the type and the other bound
 */
function findings(written: PropertySchema, whole: PropertySchema, pointer: string): Finding[] {
  const nested = Object.entries(written.properties ?? {}).flatMap(([name, each]) =>
    findings(each, whole.properties?.[name] ?? {}, pointerTo(`${pointer}/properties`, name)),
  );
  const items = written.items ? findings(written.items, whole.items ?? {}, `${pointer}/items`) : [];
  return [...misfits(written, whole, pointer), ...contradictions(written, whole, pointer), ...nested, ...items];
}

function misfits(written: PropertySchema, { type }: PropertySchema, pointer: string): Finding[] {
  if (type === undefined) return [];
  return Object.keys(written).flatMap((keyword): Finding[] => {
    const types = about[keyword as Keyword];
    if (!types || types.includes(type)) return [];
    const message = `"${keyword}" has no effect on ${type}: it limits ${types.join(' or ')}.`;
    return [{ code: 'wrong-keyword', pointer: `${pointer}/${keyword}`, at: 'key', message }];
  });
}

function contradictions(written: PropertySchema, whole: PropertySchema, pointer: string): Finding[] {
  return bounds.flatMap(([low, high]): Finding[] => {
    const [lower, upper] = [whole[low], whole[high]];
    const isExclusive = low.startsWith('exclusive') || high.startsWith('exclusive');
    if (typeof lower !== 'number' || typeof upper !== 'number' || lower < upper || (lower === upper && !isExclusive)) return [];
    const keyword = written[high] !== undefined ? high : written[low] !== undefined ? low : undefined;
    if (keyword === undefined) return [];
    const message = `No value satisfies both "${low}": ${lower} and "${high}": ${upper}.`;
    return [{ code: 'empty-range', pointer: `${pointer}/${keyword}`, message }];
  });
}
