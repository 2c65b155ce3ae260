import type { PropertySchema } from '../../config/form.ts';
import type { FormUi } from '../../config/formUi.ts';
import { boundaryValues, createRandom, validValue } from '../../fake/index.ts';
import { stableJson } from '../../form/hash.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { BundledForm } from './bundle.ts';

/** From the least protected to the most protected. */
const ranks: readonly PropertySchema['x-sensitive'][] = [undefined, 'pii', 'secret'];

/** Checks that a confirmation field accepts every answer that the original field accepts, and protects it equally. */
export function checkRepeats({ forms, project }: Analysis): Located[] {
  return [...forms.values()].flatMap((form): Located[] => {
    const { entry, schema } = form;
    const ui = project.get('formUi', entry.id);
    return repeatsOf(form, ui?.value ?? {}).flatMap(({ first, again }): Located[] => {
      const [one, other] = [schema.properties[first], schema.properties[again]];
      if (!one || !other) return [];
      const refused = samplesOf(one).find((value) => !accepts(other, value));
      if (refused !== undefined) {
        const message = `"${again}" refuses ${JSON.stringify(refused)}, which "${first}" accepts.`;
        return [{ document: entry.document, finding: { code: 'narrow-repeat', pointer: pointerTo('/properties', again), message } }];
      }
      const [rank, rankAgain] = [ranks.indexOf(one['x-sensitive']), ranks.indexOf(other['x-sensitive'])];
      if (rank !== rankAgain) {
        const [weaker, stronger] = rank < rankAgain ? [first, again] : [again, first];
        const message = `"${weaker}" is less protected than "${stronger}", although one repeats the other.`;
        return [{ document: entry.document, finding: { code: 'exposed-answer', pointer: pointerTo('/properties', weaker), message } }];
      }
      const [typed, typedAgain] = [first, again].map((field) => ui?.value.fields?.[field]?.['ui:normalise'] ?? []);
      if (!ui || stableJson(typed) === stableJson(typedAgain)) return [];
      const message = `"${again}" normalises its input differently from "${first}", so they would differ.`;
      return [{ document: ui.document, finding: { code: 'narrow-repeat', pointer: pointerTo('/fields', again), message } }];
    });
  });
}

interface Repeat {
  first: string;
  again: string;
}

/** A field repeats the field that its widget names. A transient field repeats the field that it must equal. */
export function repeatsOf({ schema }: BundledForm, { fields = {} }: Partial<Pick<FormUi, 'fields'>>): Repeat[] {
  const byWidget = Object.entries(fields).flatMap(([again, { 'ui:widget': widget, 'ui:options': options }]) =>
    widget === 'confirmEntry' ? [{ first: String((options as { of?: unknown } | undefined)?.of), again }] : [],
  );
  const byRule = (schema['x-rules'] ?? []).flatMap(({ assert, at }) => {
    const [, left = '', right = ''] = /\bself\.(\w+) == self\.(\w+)(?![\w.])/.exec(assert) ?? [];
    const first = left === at ? right : right === at ? left : '';
    return first !== '' && schema.properties[at]?.['x-transient'] ? [{ first, again: at }] : [];
  });
  return [...byWidget, ...byRule.filter(({ again }) => !byWidget.some((each) => each.again === again))];
}

const samples = 8;

/** Values at the limits, and some others. */
function samplesOf(schema: PropertySchema): unknown[] {
  const random = createRandom(1);
  const some = Array.from({ length: samples }, () => validValue(schema, random));
  return [...boundaryValues(schema, random), ...some].filter((value) => value !== undefined);
}

function accepts(schema: PropertySchema, value: unknown): boolean {
  const { type, enum: codes, pattern, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = schema;
  if (codes) return (codes as readonly unknown[]).includes(value);
  if (typeof value === 'number') return (type === 'number' || Number.isInteger(value)) && value >= minimum && value <= maximum;
  if (typeof value !== 'string') return true;
  const { length } = Array.from(value);
  return type === 'string' && length >= minLength && length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}
