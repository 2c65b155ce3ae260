import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useId } from 'react';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { Typed } from '../../parts/Typed.tsx';
import { nameOfId, type Place } from './design.ts';
import { Disclosure } from './Disclosure.tsx';
import { Findings } from './Findings.tsx';
import { problemsAt, useWord, useWorkbench } from './model.ts';
import { Leaf, useSet } from './Leaf.tsx';
import { blank, resolved, type Schema } from './schema.ts';
import { freshName } from './structure.ts';
import { Words } from './Words.tsx';

/** Parses and evaluates CEL, so it loads lazily with the first condition. */
const ConditionProperty = lazy(async () => ({ default: (await import('./ConditionProperty.tsx')).ConditionProperty }));

export interface PropertyProps {
  place: Place;
  name: string;
  schema: Schema;
  isRequired: boolean;
  /** Renders the properties of an object. */
  renderObject: (place: Place, schema: Schema) => React.ReactNode;
}

/** The control of one property, chosen by its meta-schema alone. */
export const Property = observer(function Property(props: PropertyProps) {
  const { design, session } = useWorkbench();
  const id = useId();
  const value = design.at(props.place);
  const schema = resolved(value, props.schema, design.root(props.place.file));
  if (schema.const !== undefined) return null;
  const label = schema.title ?? nameOfId(props.name);
  if (schema['x-text']) return <TextProperty {...props} schema={schema} label={label} />;
  const isNested = schema.type === 'object' || schema.type === 'array' || schema.properties !== undefined;
  const problems = problemsAt(session.problems, props.place).filter(({ pointer }) => !isNested || pointer === props.place.pointer);
  if (isNested) {
    return (
      <Disclosure
        className="designer-nested"
        isOpen={isShort(value) || problemsAt(session.problems, props.place).length > 0}
        title={
          <>
            {label} {value === undefined && <Unset />}
          </>
        }
      >
        {() => (
          <>
            {schema.description && <p className="designer-hint">{schema.description}</p>}
            <Findings problems={problems} />
            <Nested {...props} schema={schema} value={value} label={label} />
          </>
        )}
      </Disclosure>
    );
  }
  if (schema['x-cel'] === 'bool' && (value === undefined || typeof value === 'string'))
    return (
      <div className="designer-property">
        <span className="designer-label">
          {label}
          {props.isRequired && <span aria-hidden="true"> *</span>}
        </span>
        {schema.description && <p className="designer-hint">{schema.description}</p>}
        <Findings problems={problems} />
        <Suspense fallback={null}>
          <ConditionProperty place={props.place} label={label} isRequired={props.isRequired} />
        </Suspense>
      </div>
    );
  const described = [schema.description && `${id}-hint`, problems.length > 0 && `${id}-problems`].filter(Boolean).join(' ');
  return (
    <div className="designer-property">
      <label htmlFor={id}>
        {label}
        {props.isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <Leaf {...props} schema={schema} value={value} label={label} id={id} described={described || undefined} />
      {schema.description && (
        <p className="designer-hint" id={`${id}-hint`}>
          {schema.description}
        </p>
      )}
      <Findings problems={problems} id={`${id}-problems`} />
    </div>
  );
});

/** Long lists and objects open on demand. */
const isShort = (value: unknown): boolean =>
  isPlainObject(value) && Object.keys(value).length <= 3 && Object.values(value).every((each) => typeof each !== 'object');

function Unset() {
  const word = useWord();
  return <span className="designer-unset">{word('notSet')}</span>;
}

type Inner = PropertyProps & { value: unknown; label: string };

/** A text referenced by its key: its wording, and the values for its placeholders. */
const TextProperty = observer(function TextProperty({ place, schema, label, renderObject }: PropertyProps & { label: string }) {
  const { design, session } = useWorkbench();
  const value = design.at(place);
  const screen = String(design.object(place.file)['id']);
  const known = isPlainObject(value) ? value['key'] : undefined;
  const isTaken = (key: string) => design.keysUnder(`screens.${screen}.${key}`).length > 0;
  const key = typeof known === 'string' ? known : freshName(place.pointer.split('/').at(-1) ?? 'text', isTaken);
  const stem = `screens.${screen}.${key}`;
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${stem}_${form}`);
  const plurals = design.word(design.main, stem) === undefined ? forms.filter((each) => design.word(design.main, each) !== undefined) : [];
  const also =
    known === undefined
      ? (scratch: { set: (file: string, pointer: string, value: unknown) => void }) => scratch.set(place.file, place.pointer, { key })
      : undefined;
  const { key: _key, ...others } = schema.properties ?? {};
  return (
    <>
      {(plurals.length > 0 ? plurals : [stem]).map((each) => (
        <Words
          key={each}
          textKey={each}
          label={plurals.length > 0 ? `${label} (${each.slice(stem.length + 1)})` : label}
          hint={schema.description}
          also={also}
        />
      ))}
      <Findings problems={problemsAt(session.problems, place)} />
      {known !== undefined && renderObject(place, { ...schema, properties: others })}
    </>
  );
});

function Nested(props: Inner & { schema: Schema }) {
  const { schema, place, renderObject } = props;
  if (schema.type === 'array') return <Rows {...props} />;
  const [pattern] = Object.values(schema.patternProperties ?? {});
  const record = pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  if (record && Object.keys(schema.properties ?? {}).length === 0) return <Entries {...props} record={record} />;
  return renderObject(place, schema);
}

/** A list, each item with its own controls. */
function Rows({ place, schema, value, label, renderObject }: Inner) {
  const { mayEdit, edit } = useWorkbench();
  const word = useWord();
  const set = useSet({ place, label });
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const inner = schema.items ?? {};
  const move = (from: number, to: number) =>
    void edit(word('did.move', { what: label }), (scratch) => scratch.move(place.file, pointerTo(place.pointer, from), place.pointer, to));
  return (
    <>
      <ol className="designer-rows">
        {items.map((_item, index) => {
          const at = { file: place.file, pointer: pointerTo(place.pointer, index) };
          return (
            // Items have no identity other than their index.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Property place={at} name={`${label} ${index + 1}`} schema={inner} isRequired renderObject={renderObject} />
              {mayEdit && (
                <p className="designer-actions">
                  <Button
                    tone="quiet"
                    off={index === 0}
                    aria-label={word('upRow', { number: index + 1 })}
                    onClick={() => move(index, index - 1)}
                  >
                    ↑
                  </Button>
                  <Button
                    tone="quiet"
                    off={index === items.length - 1}
                    aria-label={word('downRow', { number: index + 1 })}
                    onClick={() => move(index, index + 1)}
                  >
                    ↓
                  </Button>
                  <Button
                    tone="quiet"
                    aria-label={word('removeRow', { name: `${label} ${index + 1}` })}
                    onClick={() => void set(undefined, items.length === 1 ? place : at)}
                  >
                    ✕
                  </Button>
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {mayEdit && (
        <Button
          tone="secondary"
          onClick={() =>
            void edit(word('did.add', { what: label }), (scratch) => scratch.insert(place.file, place.pointer, items.length, blank(inner)))
          }
        >
          {word('addRow', { name: label })}
        </Button>
      )}
    </>
  );
}

/** Values by name. */
function Entries({ place, value, label, record, renderObject }: Inner & { record: Schema }) {
  const { mayEdit } = useWorkbench();
  const word = useWord();
  const set = useSet({ place, label });
  const names = isPlainObject(value) ? Object.keys(value) : [];
  return (
    <>
      {names.map((name) => (
        <div key={name} className="designer-entry">
          <Property
            place={{ file: place.file, pointer: pointerTo(place.pointer, name) }}
            name={name}
            schema={{ ...record, title: name }}
            isRequired
            renderObject={renderObject}
          />
          {mayEdit && (
            <Button
              tone="quiet"
              aria-label={word('removeRow', { name })}
              onClick={() => void set(undefined, { file: place.file, pointer: pointerTo(place.pointer, name) })}
            >
              ✕
            </Button>
          )}
        </div>
      ))}
      {mayEdit && (
        <Typed
          isNew
          aria-label={word('rowName', { name: label })}
          placeholder={word('rowName', { name: label })}
          value=""
          onCommit={(name) => name.trim() && void set(blank(record), { file: place.file, pointer: pointerTo(place.pointer, name.trim()) })}
        />
      )}
    </>
  );
}
