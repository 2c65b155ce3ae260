import type { Flow } from '../../../engine/config/flow.ts';
import type { FormSchema, PropertySchema } from '../../../engine/config/form.ts';
import type { FormUi } from '../../../engine/config/formUi.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { edited } from './product.ts';

type Files = readonly SourceFile[];
type Words = { [key: string]: string | Words };

/** Prefixes that mark a sentence's language, because the same sentence in two languages is an error. */
const marks: Readonly<Record<string, string>> = { hi: 'हिन्दी:', fil: 'Ang mga sa ng:' };

function inLanguage(words: Words | string, language: string): Words | string {
  const mark = marks[language];
  if (mark === undefined) return words;
  if (typeof words === 'string') return words.split(' ').length < 4 ? words : `${mark} ${words}`;
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, inLanguage(word, language)]));
}

/** Sets words in every offered language: a missing key is an error. */
export function withWords(files: Files, namespace: string, path: readonly string[], words: Words | string): SourceFile[] {
  return ['en', 'hi', 'fil'].reduce<SourceFile[]>(
    (all, language) =>
      edited<Words>(all, `locales/${language}/${namespace}.json`, (value) => {
        const parent = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}) as Words, value);
        parent[path.at(-1) ?? ''] = inLanguage(words, language);
      }),
    [...files],
  );
}

function wordsOfScreen(language: string, id: string, words: Words): SourceFile {
  const $schema = '../../../schemas/meta/locale.schema.json';
  return { path: `locales/${language}/screens/${id}.json`, text: JSON.stringify({ $schema, ...(inLanguage(words, language) as Words) }) };
}

export interface NewField {
  schema: PropertySchema;
  required?: boolean;
  rules?: FormSchema['x-rules'];
  words: Words;
}

/** The configuration with another property of a form: schema, layout and words, as an editor would write them. */
export function withField(files: Files, form: string, name: string, { schema, required, rules = [], words }: NewField): SourceFile[] {
  const first = edited<FormSchema>(files, `schemas/forms/${form}.schema.json`, (value) => {
    value.properties[name] = schema;
    if (required) value.required = [...(value.required ?? []), name];
    value['x-rules'] = [...(value['x-rules'] ?? []), ...rules];
    delete value.examples;
  });
  const second = edited<FormUi>(first, `schemas/forms/${form}.ui.json`, (value) => {
    value.order.push(name);
    value.fields[name] = { 'ui:widget': schema.type === 'boolean' ? 'checkbox' : schema.type === 'integer' ? 'number' : 'text' };
  });
  return withWords(second, 'forms', [form, name], words);
}

export const withFlow = (files: Files, change: (flow: Flow) => void): SourceFile[] =>
  edited<Flow>(files, 'flows/onboarding.flow.json', change);

/** The configuration with one more step: a form, a screen, a place in the flow, words. */
export function withStep(files: Files, id: string, before: string): SourceFile[] {
  const route = `/${id}`;
  const added: SourceFile[] = [
    {
      path: `schemas/forms/${id}.schema.json`,
      text: JSON.stringify({
        $schema: '../meta/form.schema.json',
        id,
        type: 'object',
        properties: { petName: { type: 'string', minLength: 2 } },
        required: ['petName'],
        examples: [{ petName: 'Bantay' }],
      }),
    },
    {
      path: `schemas/forms/${id}.ui.json`,
      text: JSON.stringify({ $schema: '../meta/formUi.schema.json', id, order: ['petName'], fields: { petName: { 'ui:widget': 'text' } } }),
    },
    {
      path: `flows/screens/${id}.screen.json`,
      text: JSON.stringify({
        $schema: '../../schemas/meta/screen.schema.json',
        id,
        route,
        layout: 'step',
        flow: 'onboarding',
        blocks: [{ block: 'form', form: id }],
      }),
    },
  ];
  const inFlow = withFlow([...files, ...added], ({ steps }) => {
    steps.splice(
      steps.findIndex((step) => step.id === before),
      0,
      { id, route, form: id },
    );
  });
  const named = withWords(inFlow, 'forms', [id], {
    title: 'Your pet',
    petName: { label: 'Name of your pet', errors: { required: 'Enter the name of your pet.' } },
  });
  return [...named, ...['en', 'hi', 'fil'].map((language) => wordsOfScreen(language, id, { title: 'Pet' }))];
}
