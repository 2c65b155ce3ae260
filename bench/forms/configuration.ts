import type { Field } from './fields.ts';
import { propertyOf } from './schema.ts';

interface SourceFile {
  path: string;
  text: string;
}

const json = (path: string, value: unknown): SourceFile => ({ path, text: JSON.stringify(value, null, 2) });

function conditionOf(field: Field): Record<string, string> {
  if (!field.when) return {};
  const { field: name, equals } = field.when;
  const test = equals === true ? `self.${name}` : `self.${name} == '${String(equals)}'`;
  return { 'x-when': `has(self.${name}) && ${test}` };
}

const property = (field: Field) => ({
  ...(field.kind === 'select' ? { $ref: '../enums/benchChoice.schema.json' } : propertyOf(field)),
  ...conditionOf(field),
});

const widgets: Record<Field['kind'], object> = {
  text: { 'ui:widget': 'text' },
  // A native control, as the peers have it.
  select: { 'ui:widget': 'select', 'ui:options': { searchable: false } },
  number: { 'ui:widget': 'number' },
  boolean: { 'ui:widget': 'checkbox' },
  date: { 'ui:widget': 'date' },
};

const formId = 'bench';

/** The words of the generated form; the compiler puts them into the part of the screen that shows it. */
function words(fields: readonly Field[]): Record<string, SourceFile> {
  const form = {
    title: 'Bench',
    submit: 'Submit',
    ...Object.fromEntries(fields.map(({ name, label }) => [name, { label }])),
  };
  const choices = fields.find(({ options }) => options)?.options ?? [];
  return {
    forms: json('locales/en/forms.json', { $schema: '../../schemas/meta/locale.schema.json', [formId]: form }),
    enums: json('locales/en/enums.json', {
      $schema: '../../schemas/meta/locale.schema.json',
      benchChoice: Object.fromEntries(choices.map(({ code, label }) => [code, label])),
    }),
  };
}

/** The generated form as configuration files of ours: a form, its layout, an enum and its words. */
export function formSources(fields: readonly Field[]): SourceFile[] {
  const { forms, enums } = words(fields);
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
    json('schemas/enums/benchChoice.schema.json', {
      $schema: '../meta/enum.schema.json',
      id: 'benchChoice',
      type: 'string',
      enum: codes,
    }),
    ...[forms, enums].filter((file) => file !== undefined),
  ];
}
