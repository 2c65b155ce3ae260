import type { FormProps } from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { memo } from 'react';
import type { FormAnswers } from '../../config/definitions.ts';
import type { FormSession } from '../../session/formSession.ts';
import { BoundField } from './BoundField.tsx';
import type { FormScope } from './handle.ts';

/**
 * Everything that rjsf is told. It lays out a constant schema; values, applicability and problems are the session's, and
 * rjsf's `onChange` is never called: in it a key press would pass through the whole form (performance.md).
 */
type FormDefinition = FormSession['definition'];
type Form = FormProps<FormAnswers, RJSFSchema, FormScope>;
type Field = FieldProps<unknown, RJSFSchema, FormScope>;

const projections = new WeakMap<FormDefinition, { schema: RJSFSchema; uiSchema: UiSchema<FormAnswers, RJSFSchema, FormScope> }>();

/**
 * The schema as rjsf needs it: names, types and order. A property is asked whole by its widget, so neither its constraints
 * nor what is inside it is for rjsf, which would resolve and compare them at each render.
 */
export function projection(definition: FormDefinition) {
  const known = projections.get(definition);
  if (known) return known;
  const { schema, ui } = definition;
  const properties = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, { type: 'string' } satisfies RJSFSchema]));
  const made = { schema: { type: 'object', properties } satisfies RJSFSchema, uiSchema: { 'ui:order': [...ui.order, '*'] } };
  projections.set(definition, made);
  return made;
}

/** rjsf's own field for the form itself, ours for each property. */
const SchemaField = memo(
  function SchemaField(props: Field) {
    const { ObjectField } = props.registry.fields;
    if (props.fieldPathId.path.length === 0 && ObjectField) return <ObjectField {...props} />;
    return <BoundField scope={props.registry.formContext} name={props.name} />;
  },
  (before, after) =>
    before.name === after.name && before.registry.formContext === after.registry.formContext && before.schema === after.schema,
);

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps<FormAnswers, RJSFSchema, FormScope>) {
  return <div className="form-fields">{properties.map(({ content }) => content)}</div>;
}

export const fields: NonNullable<Form['fields']> = { SchemaField: SchemaField as unknown as NonNullable<Form['fields']>[string] };
export const templates: NonNullable<Form['templates']> = { ObjectFieldTemplate };

/** rjsf's validator port. Nothing is asked of it: what is right is the session's to say, by the release's module. No ajv is compiled in a browser. */
export const validator: ValidatorType<FormAnswers, RJSFSchema, FormScope> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: () => true,
};
