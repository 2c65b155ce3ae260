import { kindByPath } from '../compiler/project/kindOf.ts';
import type { Flow } from '../config/flow.ts';
import type { FormSchema } from '../config/form.ts';
import { titleOf } from '../config/titleOf.ts';
import { type Draft, ScaffoldError, type Wording } from './draft.ts';
import { addQuestion, questionParts, questionTypes, type Question, isQuestionType } from './question.ts';

/** A scaffold of `hakbang new`. */
export interface Scaffold {
  /** Names of the required arguments. */
  words: readonly string[];
  make(draft: Draft, ...words: string[]): void;
}

const language: Scaffold = {
  words: ['code'],
  /** Copies every key of the main language with empty texts. */
  make(draft, code) {
    if (!/^[a-z]{2,3}$/.test(code ?? '')) throw new ScaffoldError(`"${code}" is not a language code such as ceb.`);
    const { offered, prepared, default: main } = draft.languages;
    if (offered.some((each) => each.code === code) || prepared?.includes(code ?? '')) throw new ScaffoldError(`"${code}" already exists.`);
    const folder = `locales/${main}/`;
    for (const path of draft.paths(folder).filter((each) => kindByPath(each) === 'locale'))
      draft.create(`locales/${code}/${path.slice(folder.length)}`, 'locale', emptied(draft.json(path) as Record<string, unknown>));
    if (prepared) draft.insert('flows/settings.json', ['languages', 'prepared', prepared.length], code);
    else draft.insert('flows/settings.json', ['languages', 'prepared'], [code]);
    draft.notes.push(`Fill locales/${code}, then move "${code}" from "prepared" to "offered" in flows/settings.json.`);
  },
};

function emptied(words: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(words).filter(([key]) => key !== '$schema');
  return Object.fromEntries(own.map(([key, value]) => [key, typeof value === 'string' ? '' : emptied(value as Record<string, unknown>)]));
}

/** A code of an enum with its label. */
export interface Code {
  code: string;
  label: Wording;
}

const sampleCodes: readonly Code[] = [
  { code: 'first', label: 'First' },
  { code: 'second', label: 'Second' },
];

export function makeEnum(draft: Draft, id: string, codes = sampleCodes): void {
  draft.create(`schemas/enums/${id}.schema.json`, 'enum', { id, type: 'string', enum: codes.map(({ code }) => code) });
  for (const { code, label } of codes) draft.words('enums', `${id}.${code}`, label);
  if (codes === sampleCodes) draft.notes.push(`Write its codes, and their labels under "${id}" in locales/<language>/enums.json.`);
  draft.notes.push(`Use it in a form: { "$ref": "../enums/${id}.schema.json" }.`);
}

const sampleQuestion: Question = { name: 'name', type: 'text', label: 'Name', required: 'Enter a name.' };

/** The input for a new form or step. */
export interface NewForm {
  title?: Wording | undefined;
  /** The first question. */
  question?: Question | undefined;
}

export function makeForm(draft: Draft, id: string, { title = titleOf(id), question = sampleQuestion }: NewForm = {}): void {
  const { schema, layout, example } = questionParts(draft, question);
  draft.create(`schemas/forms/${id}.schema.json`, 'form', {
    id,
    type: 'object',
    properties: { [question.name]: schema },
    ...(question.required !== undefined && { required: [question.name] }),
    examples: [{ [question.name]: example }],
  });
  draft.create(`schemas/forms/${id}.ui.json`, 'formUi', { id, order: [question.name], fields: { [question.name]: layout } });
  draft.words('forms', `${id}.title`, title);
  draft.words('forms', `${id}.${question.name}.label`, question.label);
  if (question.required !== undefined) draft.words('forms', `${id}.${question.name}.errors.required`, question.required);
  draft.notes.push(`Write its fields in schemas/forms/${id}.schema.json, their order and widgets in ${id}.ui.json.`);
}

/** The input for a new screen. */
export interface NewScreen {
  title?: Wording | undefined;
  /** Further properties of the screen. */
  more?: object;
  blocks?: readonly object[];
}

export function makeScreen(draft: Draft, id: string, { title = titleOf(id), more = {}, blocks = [] }: NewScreen = {}): void {
  const shown = blocks.length > 0 ? blocks : [{ block: 'heading', text: { key: 'heading' } }];
  draft.create(`flows/screens/${id}.screen.json`, 'screen', { id, route: `/${id}`, ...more, blocks: shown });
  draft.words('screens', `${id}.title`, title);
  if (blocks.length === 0) draft.words('screens', `${id}.heading`, title);
}

/** The input for a new step. */
export interface NewStep extends NewForm {
  /** Inserts the step before this index. Default: before the review, if there is one. */
  at?: number | undefined;
}

/** Creates a form and its screen, and adds a step to the flow. */
export function makeStep(draft: Draft, flow: string, id: string, { at, ...form }: NewStep = {}): void {
  const path = `flows/${flow}.flow.json`;
  const { steps } = draft.json(path) as Flow;
  const review = steps.findIndex(({ kind }) => kind === 'review');
  makeForm(draft, id, form);
  makeScreen(draft, id, { title: form.title, more: { layout: 'step', flow }, blocks: [{ block: 'form', form: id }] });
  draft.insert(path, ['steps', at ?? (review === -1 ? steps.length : review)], { id, route: `/${id}`, form: id });
}

/** Adds a rule to a form and shows its error at one field. */
function makeRule(draft: Draft, form: string, field: string, error: string): void {
  const path = `schemas/forms/${form}.schema.json`;
  const { properties, 'x-rules': rules } = draft.json(path) as FormSchema;
  if (!Object.hasOwn(properties, field)) throw new ScaffoldError(`The form "${form}" has no field "${field}".`);
  const rule = { assert: `has(self.${field})`, at: field, error };
  if (rules) draft.insert(path, ['x-rules', rules.length], rule);
  else draft.insert(path, ['x-rules'], [rule]);
  draft.words('forms', `${form}.${field}.errors.${error}`, titleOf(error));
  draft.notes.push(`Write the condition in "assert" of the last rule of ${path}, and the text of ${form}.${field}.errors.${error}.`);
}

/** Adds an optional question at the end of a form. */
function makeField(draft: Draft, form: string, name: string, type: string): void {
  if (!isQuestionType(type)) throw new ScaffoldError(`"${type}" is not a type of question: ${questionTypes.join(', ')}.`);
  addQuestion(draft, form, { name, type, label: titleOf(name) });
}

const named = /^[a-z][A-Za-z0-9]*$/;

/** A scaffold whose arguments are all ids. */
function ofIds(words: readonly string[], make: (draft: Draft, ...ids: [string, string, string]) => void): Scaffold {
  return {
    words,
    make(draft, ...ids) {
      const odd = ids.find((id) => !named.test(id));
      if (odd !== undefined) throw new ScaffoldError(`"${odd}" is not an id: start with a lower-case letter, then use letters and digits.`);
      const [first = '', second = '', third = ''] = ids;
      make(draft, first, second, third);
    },
  };
}

export const scaffolds: Readonly<Record<string, Scaffold>> = {
  form: ofIds(['id'], (draft, id) => {
    makeForm(draft, id);
    draft.notes.push(`Use it in a step (hakbang new step), or on a screen: { "block": "form", "form": "${id}" }.`);
  }),
  step: ofIds(['flow', 'id'], (draft, flow, id) => makeStep(draft, flow, id)),
  screen: ofIds(['id'], (draft, id) => makeScreen(draft, id)),
  enum: ofIds(['id'], (draft, id) => makeEnum(draft, id)),
  field: ofIds(['form', 'field', 'type'], makeField),
  rule: ofIds(['form', 'field', 'error'], makeRule),
  language,
};
