import type { Field } from './fields.ts';

type Schema = Record<string, unknown>;

const shapes: Record<Field['kind'], (field: Field) => Schema> = {
  text: ({ pattern }) => ({ type: 'string', pattern }),
  select: ({ options }) => ({ type: 'string', enum: options?.map(({ code }) => code) }),
  number: ({ minimum, maximum }) => ({ type: 'integer', minimum, maximum }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
};

/** JSON Schema of one answer. */
export const propertyOf = (field: Field): Schema => shapes[field.kind](field);

const titled = (field: Field): Schema => ({ ...propertyOf(field), title: field.label });

/** The form as typically written for ajv or rjsf: an `if`/`then` per driver for conditional fields. */
export function plainSchema(fields: readonly Field[], describe: (field: Field) => Schema = propertyOf): Schema {
  const always = fields.filter(({ when }) => !when);
  const byCondition = Map.groupBy(
    fields.filter(({ when }) => when),
    ({ when }) => `${when?.field}=${String(when?.equals)}`,
  );
  const required = (some: readonly Field[]) => some.filter((field) => field.required).map(({ name }) => name);
  const properties = (some: readonly Field[]) => Object.fromEntries(some.map((field) => [field.name, describe(field)]));
  return {
    type: 'object',
    properties: properties(always),
    required: required(always),
    allOf: [...byCondition.values()].map((some) => ({
      if: {
        properties: { [some[0]?.when?.field ?? '']: { const: some[0]?.when?.equals } },
        required: [some[0]?.when?.field],
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: properties(some), required: required(some) },
    })),
  };
}

/** Props for plain rjsf: titles in the schema, labels of choices and order in the uiSchema. */
export function rjsfProps(fields: readonly Field[]): { schema: Schema; uiSchema: Schema } {
  const choices = fields
    .filter(({ options }) => options)
    .map(({ name, options }) => [name, { 'ui:enumNames': options?.map(({ label }) => label) }] as const);
  const dates = fields.filter(({ kind }) => kind === 'date').map(({ name }) => [name, { 'ui:widget': 'alt-date' }] as const);
  return {
    schema: plainSchema(fields, titled),
    uiSchema: { 'ui:order': [...fields.map(({ name }) => name), '*'], ...Object.fromEntries([...choices, ...dates]) },
  };
}

/** Valid answers that meet every condition. */
export function validAnswers(fields: readonly Field[]): Record<string, unknown> {
  const value: Record<Field['kind'], unknown> = {
    text: 'Santa Cruz',
    select: 'codeC',
    number: 1200,
    boolean: true,
    date: '1990-05-17',
  };
  return Object.fromEntries(fields.map(({ name, kind }) => [name, value[kind]]));
}
