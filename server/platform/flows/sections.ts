import type { Answers } from '../../../engine/config/definitions.ts';
import { itemNumber, withoutItem } from '../../../engine/flow/instances.ts';
import { isEmpty } from '../../../engine/form/empty.ts';
import { mask } from '../../../engine/form/mask.ts';
import { shownValue, type Wording } from '../../../engine/form/shownValue.ts';
import type { AnswerRow, AnswerSection } from '../../contract/staff/answers.ts';
import { formWords } from '../release/formWords.ts';
import type { LoadedForm, LoadedRelease } from '../release/types.ts';

type FileKind = NonNullable<AnswerRow['file']>;

export const fileKindOf = (widget = ''): FileKind | undefined => (widget === 'photo' || widget === 'file' ? widget : undefined);

/** The answers of a flow in the order and wording of its screens. Sensitive answers are masked. */
export async function answerSections(release: LoadedRelease, flow: string, answers: Answers, language: string): Promise<AnswerSection[]> {
  const words = await formWords(release, language);
  const { steps } = await release.flow(flow);
  const asked = [...new Set(steps.flatMap(({ form }) => form ?? []))];
  const sections = asked.map(async (id) => {
    const form = await release.form(id);
    return keysOf(answers, id).map((key) => sectionOf(words, form, key, answers[key] ?? {}));
  });
  return (await Promise.all(sections)).flat().filter(({ rows }) => rows.length > 0);
}

/** The answers of a form: one set, or one for each item of a list. */
const keysOf = (answers: Answers, form: string): string[] =>
  Object.keys(answers)
    .filter((key) => withoutItem(key) === form)
    .sort((one, other) => (itemNumber(one) ?? 0) - (itemNumber(other) ?? 0));

function sectionOf(words: Wording, form: LoadedForm, key: string, given: Readonly<Record<string, unknown>>): AnswerSection {
  const { schema, ui } = form.definition;
  const number = itemNumber(key);
  return {
    form: key,
    title: words.t(`forms.${schema.id}.title`) + (number === undefined ? '' : ` (${number})`),
    rows: ui.order.flatMap((field) => {
      const isHidden = !Object.hasOwn(given, field) || isEmpty(given[field]) || ui.fields[field]?.['ui:widget'] === 'hidden';
      return isHidden ? [] : [rowOf(words, form, key, field, given)];
    }),
  };
}

function rowOf(words: Wording, form: LoadedForm, key: string, field: string, given: Readonly<Record<string, unknown>>): AnswerRow {
  const { schema, ui } = form.definition;
  const sensitive = form.module.fields[field]?.sensitive;
  const file = fileKindOf(ui.fields[field]?.['ui:widget']);
  const isMasked = sensitive !== undefined && file === undefined;
  return {
    id: `${key}.${field}`,
    form: key,
    field,
    label: words.t(`forms.${schema.id}.${field}.label`),
    value: isMasked ? mask(given[field], sensitive, schema.properties[field]) : answerText(words, form, field, given),
    masked: isMasked,
    ...(file ? { file } : {}),
  };
}

/** An answer as its screen shows it, as one text. */
export function answerText(words: Wording, form: LoadedForm, field: string, given: Readonly<Record<string, unknown>>): string {
  const { schema, ui } = form.definition;
  const shown = {
    texts: words,
    keyPrefix: `forms.${schema.id}.${field}`,
    schema: schema.properties[field] ?? {},
    ui: ui.fields[field] ?? {},
    answers: given,
    fileKind: fileKindOf,
  };
  return shownValue(shown, given[field]).join('\n');
}
