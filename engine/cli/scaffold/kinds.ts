import { kindByPath } from '../../compiler/index.ts';
import type { Flow } from '../../config/flow.ts';
import type { FormSchema } from '../../config/form.ts';
import { UsageError } from '../arguments.ts';
import { titleOf } from '../../config/titleOf.ts';
import type { Draft } from './draft.ts';

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
    if (!/^[a-z]{2,3}$/.test(code ?? '')) throw new UsageError(`"${code}" is not a language code such as ceb.`);
    const { offered, prepared, default: main } = draft.languages;
    if (offered.some((each) => each.code === code) || prepared?.includes(code ?? '')) throw new UsageError(`"${code}" already exists.`);
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

function makeEnum(draft: Draft, id: string): void {
  draft.create(`schemas/enums/${id}.schema.json`, 'enum', { id, type: 'string', enum: ['first', 'second'] });
  draft.words('enums', `${id}.first`, 'First');
  draft.words('enums', `${id}.second`, 'Second');
  draft.notes.push(`Write its codes, and their labels under "${id}" in locales/<language>/enums.json.`);
  draft.notes.push(`Use it in a form: { "$ref": "../enums/${id}.schema.json" }.`);
}

function makeForm(draft: Draft, id: string): void {
  const properties = { name: { type: 'string', minLength: 1, maxLength: 60 } };
  draft.create(`schemas/forms/${id}.schema.json`, 'form', {
    id,
    type: 'object',
    properties,
    required: ['name'],
    examples: [{ name: 'Ana' }],
  });
  draft.create(`schemas/forms/${id}.ui.json`, 'formUi', { id, order: ['name'], fields: { name: { 'ui:widget': 'text' } } });
  draft.words('forms', `${id}.title`, titleOf(id));
  draft.words('forms', `${id}.name.label`, 'Name');
  draft.words('forms', `${id}.name.errors.required`, 'Enter a name.');
  draft.notes.push(`Write its fields in schemas/forms/${id}.schema.json, their order and widgets in ${id}.ui.json.`);
}

function makeScreen(draft: Draft, id: string, more: object = {}, blocks: readonly object[] = []): void {
  const shown = blocks.length > 0 ? blocks : [{ block: 'heading', text: { key: 'heading' } }];
  draft.create(`flows/screens/${id}.screen.json`, 'screen', { id, route: `/${id}`, ...more, blocks: shown });
  draft.words('screens', `${id}.title`, titleOf(id));
  if (blocks.length === 0) draft.words('screens', `${id}.heading`, titleOf(id));
}

/** Creates a form and its screen, and adds a step to the flow before its review, if there is one. */
function makeStep(draft: Draft, flow: string, id: string): void {
  const path = `flows/${flow}.flow.json`;
  const { steps } = draft.json(path) as Flow;
  const review = steps.findIndex(({ kind }) => kind === 'review');
  makeForm(draft, id);
  makeScreen(draft, id, { layout: 'step', flow }, [{ block: 'form', form: id }]);
  draft.insert(path, ['steps', review === -1 ? steps.length : review], { id, route: `/${id}`, form: id });
}

/** Adds a rule to a form and shows its error at one field. */
function makeRule(draft: Draft, form: string, field: string, error: string): void {
  const path = `schemas/forms/${form}.schema.json`;
  const { properties, 'x-rules': rules } = draft.json(path) as FormSchema;
  if (!Object.hasOwn(properties, field)) throw new UsageError(`The form "${form}" has no field "${field}".`);
  const rule = { assert: `has(self.${field})`, at: field, error };
  if (rules) draft.insert(path, ['x-rules', rules.length], rule);
  else draft.insert(path, ['x-rules'], [rule]);
  draft.words('forms', `${form}.${field}.errors.${error}`, titleOf(error));
  draft.notes.push(`Write the condition in "assert" of the last rule of ${path}, and the text of ${form}.${field}.errors.${error}.`);
}

const named = /^[a-z][A-Za-z0-9]*$/;

/** A scaffold whose arguments are all ids. */
function ofIds(words: readonly string[], make: (draft: Draft, ...ids: [string, string, string]) => void): Scaffold {
  return {
    words,
    make(draft, ...ids) {
      const odd = ids.find((id) => !named.test(id));
      if (odd !== undefined) throw new UsageError(`"${odd}" is not an id: start with a lower-case letter, then use letters and digits.`);
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
  step: ofIds(['flow', 'id'], makeStep),
  screen: ofIds(['id'], (draft, id) => makeScreen(draft, id)),
  enum: ofIds(['id'], makeEnum),
  rule: ofIds(['form', 'field', 'error'], makeRule),
  language,
};
