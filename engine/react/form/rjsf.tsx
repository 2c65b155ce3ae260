import type { FormProps } from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { memo } from 'react';
import type { FormAnswers } from '../../config/definitions.ts';
import type { FormSession } from '../../session/formSession.ts';
import { BoundField } from './BoundField.tsx';
import type { FormScope } from './handle.ts';

/**
 * The adapter to rjsf. rjsf lays out a constant schema. The session owns values, applicability and problems, and rjsf's `onChange`
 * is never called, because it would process the whole form on each key press (performance.md).
 */
type FormDefinition = FormSession['definition'];
type Form = FormProps<FormAnswers, RJSFSchema, FormScope>;
type Field = FieldProps<unknown, RJSFSchema, FormScope>;

const projections = new WeakMap<FormDefinition, { schema: RJSFSchema; uiSchema: UiSchema<FormAnswers, RJSFSchema, FormScope> }>();

/**
 * The schema for rjsf: names, types and order. Each widget handles a whole property, so rjsf needs neither constraints nor nested
 * schemas. It would resolve and compare them on each render.
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

/** Uses rjsf's field for the form itself and ours for each property. */
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

/** A validator for rjsf that does nothing. The release's module validates in the session, and no ajv is compiled in the browser. */
export const validator: ValidatorType<FormAnswers, RJSFSchema, FormScope> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: () => true,
};
