import type { FormProps } from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, Registry, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { memo } from 'react';
import { defaultWidget } from '../../config/defaultWidget.ts';
import type { FormAnswers } from '../../config/definitions.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FieldUi } from '../../config/formUi.ts';
import { plainForm } from '../../form/plainSchema.ts';
import type { FormSession } from '../../session/formSession.ts';
import { laterList } from '../widgets/list/laterList.tsx';
import { BoundField } from './BoundField.tsx';
import type { FormScope } from './handle.ts';
import { RegistryContext } from './registryContext.ts';

/**
 * The adapter to rjsf. rjsf lays out the form, its objects and its lists. The session owns values, applicability and problems, so
 * rjsf's form state stays empty: it would process the whole form on each key press (performance.md).
 */
type FormDefinition = FormSession['definition'];
type Form = FormProps<FormAnswers, RJSFSchema, FormScope>;
type Ui = UiSchema<FormAnswers, RJSFSchema, FormScope>;
/** rjsf types a field by the form's answers, though most fields are only a part of them. */
export type RjsfField = FieldProps<FormAnswers, RJSFSchema, FormScope>;

const projections = new WeakMap<FormDefinition, { schema: RJSFSchema; uiSchema: Ui }>();

/** Returns the schema and the layout for rjsf. */
export function projection(definition: FormDefinition) {
  const known = projections.get(definition);
  if (known) return known;
  const { schema, ui } = definition;
  const made = {
    schema: plainForm(schema) as RJSFSchema,
    uiSchema: { ...uiOf(schema, ui.fields), 'ui:order': [...ui.order, '*'] },
  };
  projections.set(definition, made);
  return made;
}

function uiOf({ properties = {} }: Pick<PropertySchema, 'properties'>, fields: Readonly<Record<string, FieldUi>>): Ui {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, uiOfField(property, fields[name])]));
}

function uiOfField(property: PropertySchema, ui: FieldUi = {}): Ui {
  const widget = ui['ui:widget'] ?? defaultWidget(property);
  if (!Object.hasOwn(structures, widget)) return { 'ui:widget': widget };
  const parts = uiOf(property.items ?? property, ui.items ?? {});
  if (!property.items) return { ...parts, 'ui:field': widget };
  return { 'ui:field': widget, 'ui:options': { orderable: ui['ui:options']?.['reorder'] === true }, items: parts };
}

/** rjsf's object for the form, a group and a list's item, rjsf's array for a list, and our field for everything else. */
const SchemaField = memo(
  function SchemaField(props: RjsfField) {
    const { registry, fieldPathId, schema, uiSchema } = props;
    const { path } = fieldPathId;
    const { ObjectField } = registry.fields;
    if (path.length === 0 && ObjectField) {
      return (
        <RegistryContext value={registry as Registry}>
          <ObjectField {...props} />
        </RegistryContext>
      );
    }
    if (typeof path.at(-1) === 'number' && schema.type === 'object' && ObjectField) return <ObjectField {...props} />;
    const Structure = registry.fields[String(uiSchema?.['ui:field'])];
    return (
      <BoundField scope={registry.formContext} path={path}>
        {Structure && <Structure {...props} />}
      </BoundField>
    );
  },
  (before, after) =>
    before.fieldPathId.$id === after.fieldPathId.$id &&
    before.registry.formContext === after.registry.formContext &&
    before.schema === after.schema,
);

function Group(props: RjsfField) {
  const { ObjectField } = props.registry.fields;
  return ObjectField && <ObjectField {...props} />;
}

/** The widgets whose parts rjsf lays out, as fields of rjsf. */
const structures: NonNullable<Form['fields']> = { group: Group, list: laterList.component, contactList: laterList.component };

function ObjectFieldTemplate({ properties, fieldPathId }: ObjectFieldTemplateProps<FormAnswers, RJSFSchema, FormScope>) {
  return <div className={fieldPathId.path.length === 0 ? 'form-fields' : 'parts'}>{properties.map(({ content }) => content)}</div>;
}

export const fields: NonNullable<Form['fields']> = { SchemaField, ...structures };
export const templates: NonNullable<Form['templates']> = { ObjectFieldTemplate };

export type RjsfValidator = ValidatorType<FormAnswers, RJSFSchema, FormScope>;

/** rjsf's validator until that of the whole form is loaded (`usePort`). */
export const noValidator: RjsfValidator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: () => true,
};
