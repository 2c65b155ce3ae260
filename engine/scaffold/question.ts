import type { FormSchema, PropertySchema } from '../config/form.ts';
import type { FormUi } from '../config/formUi.ts';
import { type Draft, ScaffoldError, type Wording } from './draft.ts';

export const questionTypes = ['text', 'number', 'yesNo', 'date', 'choice'] as const;
type QuestionType = (typeof questionTypes)[number];
export const isQuestionType = (type: string): type is QuestionType => questionTypes.some((each) => each === type);

/** A new question of a form, as a person describes it. */
export interface Question {
  name: string;
  type: QuestionType;
  label: Wording;
  /** Error text for an empty answer. Absent: the question is optional. */
  required?: Wording | undefined;
  /** For a choice: the id of an enum. */
  enum?: string | undefined;
  /** Asked only after one of these answers to an earlier question of the form. */
  only?: { field: string; codes: readonly (string | boolean)[] } | undefined;
}

interface QuestionParts {
  schema: Readonly<Record<string, unknown>>;
  layout: Readonly<Record<string, unknown>>;
  example: unknown;
}

const typed = {
  text: { schema: { type: 'string', minLength: 1, maxLength: 60 }, layout: { 'ui:widget': 'text' }, example: 'Ana' },
  number: {
    schema: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    layout: { 'ui:widget': 'number', 'ui:autocomplete': 'off', 'ui:options': { inputMode: 'numeric' } },
    example: 1,
  },
  yesNo: { schema: { type: 'boolean' }, layout: { 'ui:widget': 'checkbox' }, example: true },
  date: {
    schema: { type: 'string', format: 'date' },
    layout: { 'ui:widget': 'date', 'ui:autocomplete': 'off', 'ui:options': { min: '-100y', max: '+10y' } },
    example: '2020-01-31',
  },
} satisfies Record<Exclude<QuestionType, 'choice'>, QuestionParts>;

/** The schema and the layout of a question, and an answer to it. */
export function questionParts(draft: Draft, { type, enum: id, only }: Question): QuestionParts {
  const parts = type === 'choice' ? choiceOf(draft, id) : typed[type];
  const condition = only && conditionOf(only.field, only.codes);
  return { ...parts, schema: { ...parts.schema, ...(condition !== undefined && { 'x-when': condition }) } };
}

/** An enum of a few codes is shown as a whole. */
const mostCards = 5;

function choiceOf(draft: Draft, id: string | undefined): QuestionParts {
  const path = id === undefined ? draft.paths('schemas/enums/')[0] : `schemas/enums/${id}.schema.json`;
  if (path === undefined) throw new ScaffoldError('A choice needs an enum.');
  const { enum: codes } = draft.json(path) as { enum: readonly string[] };
  const widget = codes.length > mostCards ? { 'ui:widget': 'select', 'ui:autocomplete': 'off' } : { 'ui:widget': 'radioCards' };
  return { schema: { $ref: `../enums/${path.slice('schemas/enums/'.length)}` }, layout: widget, example: codes[0] };
}

const written = (code: string | boolean): string => (typeof code === 'string' ? `'${code.replace(/['\\]/g, '\\$&')}'` : String(code));

/** Returns CEL that holds after one of these answers. */
function conditionOf(field: string, codes: readonly (string | boolean)[]): string {
  const [first = '', ...others] = codes;
  const is = others.length === 0 ? `self.${field} == ${written(first)}` : `self.${field} in [${codes.map(written).join(', ')}]`;
  return `has(self.${field}) && ${is}`;
}

/** Adds a question to a form with its layout, its words, and an answer in the examples that are asked for it. */
export function addQuestion(draft: Draft, form: string, question: Question, at?: number): void {
  const path = `schemas/forms/${form}.schema.json`;
  const layoutPath = `schemas/forms/${form}.ui.json`;
  const { properties, required, examples = [] } = draft.json(path) as FormSchema;
  const { order } = draft.json(layoutPath) as FormUi;
  const { name, label, only } = question;
  if (Object.hasOwn(properties, name)) throw new ScaffoldError(`The form "${form}" has a field "${name}".`);
  const { schema, layout, example } = questionParts(draft, question);
  draft.insert(path, ['properties', name], schema);
  if (question.required !== undefined) {
    draft.insert(path, required ? ['required', required.length] : ['required'], required ? name : [name]);
    examples.forEach((answers: Readonly<Record<string, unknown>>, index) => {
      const isAsked = !only || only.codes.some((code) => code === answers[only.field]);
      if (isAsked) draft.insert(path, ['examples', index, name], example);
    });
    draft.words('forms', `${form}.${name}.errors.required`, question.required);
  }
  draft.insert(layoutPath, ['order', at ?? order.length], name);
  draft.insert(layoutPath, ['fields', name], layout);
  draft.words('forms', `${form}.${name}.label`, label);
  if (only) addCases(draft, { form, path }, name, only);
}

/** Adds the answers that distinguish the condition of a question from its negation, as `hakbang cases` would find them. */
function addCases(draft: Draft, of: { form: string; path: string }, name: string, { field, codes }: NonNullable<Question['only']>): void {
  const known = draft.paths('flows/cases/').find((each) => (draft.json(each) as { of?: string }).of === of.path);
  const path = known ?? `flows/cases/${of.form}Form.cases.json`;
  if (!known) draft.create(path, 'cases', { id: `${of.form}Form`, of: of.path, cases: {} });
  const { properties } = draft.json(of.path) as FormSchema;
  const other = codesOf(draft, properties[field]).find((code) => !codes.includes(code));
  const one = (code: string | boolean | undefined) => (code === undefined ? {} : { [`self.${field}`]: code });
  draft.insert(path, ['cases', name], { true: codes.map(one), false: [one(other)] });
}

function codesOf(draft: Draft, { $ref, type }: PropertySchema = {}): readonly (string | boolean)[] {
  if (type === 'boolean') return [true, false];
  return $ref === undefined ? [] : (draft.json($ref.replace(/^\.\.\//, 'schemas/')) as { enum: string[] }).enum;
}
