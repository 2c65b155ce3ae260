import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Field } from './fields.ts';
import { propertyOf } from './schema.ts';

const enumId = 'benchChoice';
/** The offered languages. A screen needs texts in each of them to compile. */
const languages = ['en', 'hi', 'fil'];

const json = (path: string, value: unknown): SourceFile => ({ path, text: JSON.stringify(value, null, 2) });

function conditionOf(field: Field): Record<string, string> {
  if (!field.when) return {};
  const { field: name, equals } = field.when;
  const test = equals === true ? `self.${name}` : `self.${name} == '${String(equals)}'`;
  return { 'x-when': `has(self.${name}) && ${test}` };
}

const property = (field: Field) => ({
  ...(field.kind === 'select' ? { $ref: `../enums/${enumId}.schema.json` } : propertyOf(field)),
  ...conditionOf(field),
});

const widgets: Record<Field['kind'], object> = {
  text: { 'ui:widget': 'text' },
  // A native control, like those of the peers.
  select: { 'ui:widget': 'select', 'ui:options': { searchable: false } },
  number: { 'ui:widget': 'number' },
  boolean: { 'ui:widget': 'checkbox' },
  date: { 'ui:widget': 'date' },
};

/** Id of the generated form and its screen. */
export const formId = 'bench';

/** Texts of the generated form, by namespace. Its screen has a separate file. */
export function formWords(fields: readonly Field[]): Record<string, Record<string, unknown>> {
  const choices = fields.find(({ options }) => options)?.options ?? [];
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, { label, errors: { required: 'Please fill this in.' } }]));
  return {
    forms: { [formId]: { title: 'Bench', submit: 'Submit', ...labels } },
    enums: { [enumId]: Object.fromEntries(choices.map(({ code, label }) => [code, label])) },
  };
}

/** The generated form as our configuration: the form, its layout, an enum, and a screen with texts. */
export function formSources(fields: readonly Field[]): SourceFile[] {
  const codes = fields.find(({ options }) => options)?.options?.map(({ code }) => code) ?? [];
  return [
    json(`schemas/forms/${formId}.schema.json`, {
      $schema: '../meta/form.schema.json',
      id: formId,
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    }),
    json(`schemas/forms/${formId}.ui.json`, {
      $schema: '../meta/formUi.schema.json',
      id: formId,
      order: fields.map(({ name }) => name),
      fields: Object.fromEntries(fields.map(({ name, kind }) => [name, widgets[kind]])),
    }),
    json(`schemas/enums/${enumId}.schema.json`, { $schema: '../meta/enum.schema.json', id: enumId, type: 'string', enum: codes }),
    json(`flows/screens/${formId}.screen.json`, {
      $schema: '../../schemas/meta/screen.schema.json',
      id: formId,
      route: `/${formId}`,
      noCheck: true,
      blocks: [{ block: 'form', form: formId }],
    }),
    ...languages.map((language) =>
      json(`locales/${language}/screens/${formId}.json`, { $schema: '../../../schemas/meta/locale.schema.json', title: 'Bench' }),
    ),
  ];
}
