import Form from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema, ValidatorType } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Place } from './design.ts';
import { Disclosure } from './Disclosure.tsx';
import { useWord, useWorkbench } from './model.ts';
import { Property } from './Property.tsx';
import type { Schema } from './schema.ts';

interface NodeFormProps {
  place: Place;
  schema: Schema;
  /** Properties edited elsewhere, such as nested blocks. */
  without?: readonly string[];
}

interface Context {
  place: Place;
}

/**
 * rjsf validates nothing here: the compiler checks while somebody types, with the same messages as everywhere else, and knows rules that a
 * meta-schema cannot express.
 */
const validator: ValidatorType<object, RJSFSchema, Context> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: () => true,
};

function SchemaField(props: FieldProps<object, RJSFSchema, Context>) {
  const { registry, fieldPathId, schema, name, required } = props;
  const { ObjectField } = registry.fields;
  const { file, pointer } = registry.formContext.place;
  if (fieldPathId.path.length === 0 && ObjectField) return <ObjectField {...props} />;
  return (
    <Property
      place={{ file, pointer: fieldPathId.path.reduce<string>((at, each) => pointerTo(at, each), pointer) }}
      name={name}
      schema={schema as Schema}
      isRequired={required ?? false}
      renderObject={(place, inner) => <NodeForm key={place.pointer} place={place} schema={inner} />}
    />
  );
}

/** Shows set properties first, and the rest on demand. */
const Layout = observer(function Layout({ properties, schema, registry }: ObjectFieldTemplateProps<object, RJSFSchema, Context>) {
  const { design } = useWorkbench();
  const word = useWord();
  const value = design.at(registry.formContext.place);
  const isShown = (name: string) => (schema.required ?? []).includes(name) || (isPlainObject(value) && Object.hasOwn(value, name));
  const [shown, others] = [true, false].map((set) => properties.filter(({ name }) => isShown(name) === set));
  return (
    <div className="designer-form">
      {shown?.map(({ content }) => content)}
      {others && others.length > 0 && (
        <Disclosure className="designer-more" title={word('more', { count: others.length })} isOpen={false}>
          {() => others.map(({ content }) => content)}
        </Disclosure>
      )}
    </div>
  );
});

/** Properties that nobody edits here: ids do not change, and the meta-schema belongs to the file. */
const fixed = new Set(['$schema', 'id', 'block']);

const nowhere: readonly string[] = [];

/** The properties of an object as its meta-schema declares them. */
export function NodeForm({ place, schema, without = nowhere }: NodeFormProps) {
  const left = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => !fixed.has(name) && !without.includes(name) && !each['x-blocks'],
  );
  if (left.length === 0) return null;
  const { required = [] } = schema;
  const own = {
    type: 'object',
    properties: Object.fromEntries(left),
    required: required.filter((name) => left.some(([each]) => each === name)),
  };
  return (
    <Form<object, RJSFSchema, Context>
      tagName="div"
      schema={own as RJSFSchema}
      uiSchema={{}}
      formContext={{ place }}
      fields={{ SchemaField }}
      templates={{ ObjectFieldTemplate: Layout }}
      validator={validator}
      showErrorList={false}
    >
      {/* Any child stops rjsf from adding its own button. */}
      <></>
    </Form>
  );
}
