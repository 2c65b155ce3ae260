import type { FieldUi } from '../../config/formUi.ts';
import type { PropertySchema } from '../../config/form.ts';
import { fieldKey, messageKeys, messageParams } from '../../form/messages.ts';
import { normalise, tidied } from '../../form/normalise.ts';
import { pointer } from '../../form/pointer.ts';
import type { Problem } from '../../form/types.ts';
import type { FormSession } from '../../session/formSession.ts';
import type { Values } from '../../texts/words.ts';
import type { Texts } from '../text.tsx';
import { fieldOptions, variantOf } from '../../form/fieldOptions.ts';
import type { FieldHandle } from './types.ts';

/** Shared by all fields of a form on the screen. */
export interface FormScope {
  session: FormSession;
  texts: Texts;
  /** Prefix of every DOM id, because the same form can be on a page twice (a screen kept alive). */
  prefix: string;
  /** The form's action waits for a connection if there is none. */
  queued?: boolean;
  /** Asks at each proposed answer whether it is still right. */
  asksProposed?: boolean;
}

/** The target of a handle: a property of the form, or an input inside its object or list. */
interface Place {
  field: string;
  /** Keys below the field: ['phone'] or [1, 'phone']. */
  below: readonly (string | number)[];
  schema: PropertySchema;
  ui: FieldUi;
  required: boolean;
}

const idOf = (prefix: string, path: readonly (string | number)[]) => [prefix, ...path].join('-');

/** Returns the DOM id of the input at a problem's path. */
export const idOfPath = (prefix: string, path: string): string => idOf(prefix, path.split('/').slice(1));

/** Returns the handle of the property or item at a path, or undefined if the form has no such property. */
export function fieldHandle(scope: FormScope, [field = '', ...below]: readonly (string | number)[]): FieldHandle | undefined {
  const { schema, ui } = scope.session.definition;
  const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (!property) return undefined;
  let place: Place = { field: String(field), below: [], schema: property, ui: ui.fields[field] ?? {}, required: false };
  for (const key of below) place = placeBelow(place, key);
  return new Handle(scope, place);
}

function placeBelow({ field, below, schema, ui }: Place, key: string | number): Place {
  const at = { field, below: [...below, key] };
  // An item has the layout of its list, which lays out the item's properties.
  if (typeof key === 'number') return { ...at, schema: schema.items ?? {}, ui: { items: ui.items ?? {} }, required: true };
  return { ...at, schema: schema.properties?.[key] ?? {}, ui: ui.items?.[key] ?? {}, required: schema.required?.includes(key) ?? false };
}

class Handle implements FieldHandle {
  readonly id: string;
  readonly form: string;
  readonly name: string;
  readonly path: string;
  readonly schema: PropertySchema;
  readonly ui: FieldUi;
  private readonly scope: FormScope;
  private readonly place: Place;
  private readonly keyPrefix: string;
  private readonly parts = new Map<string, FieldHandle>();

  constructor(scope: FormScope, place: Place) {
    const { field, below, schema, ui } = place;
    const named = below.filter((key) => typeof key === 'string');
    this.scope = scope;
    this.place = place;
    this.path = pointer(field, ...below);
    this.schema = schema;
    this.ui = ui;
    this.form = scope.session.definition.schema.id;
    this.name = named.at(-1) ?? field;
    this.id = idOf(scope.prefix, [field, ...below]);
    this.keyPrefix = ['forms', this.form, field, ...named].join('.');
  }

  get options(): Readonly<Record<string, unknown>> {
    return fieldOptions(this.ui, (name) => this.sibling(name));
  }

  get autoComplete(): string | undefined {
    return this.ui['ui:autocomplete'];
  }

  get value(): unknown {
    return this.scope.session.value(this.path);
  }

  get required(): boolean {
    return this.place.below.length === 0 ? this.scope.session.required(this.place.field) : this.place.required;
  }

  get locked(): boolean {
    return this.scope.session.locked(this.path);
  }

  get queued(): boolean {
    return this.scope.queued ?? false;
  }

  get label(): string {
    const index = this.place.below.at(-1);
    // A list item without properties is labelled by its list.
    if (typeof index === 'number') return this.text('item', { num: index + 1 }) ?? this.word('list.item', { num: index + 1 });
    return this.scope.texts.t(`${this.keyPrefix}.label`);
  }

  get hint(): string | undefined {
    const variant = variantOf(this.ui, (name) => this.sibling(name));
    return (variant === undefined ? undefined : this.text(`hints.${variant}`)) ?? this.text('hint');
  }

  langOf(text: 'label' | 'hint'): string | undefined {
    const { texts } = this.scope;
    const own = (name: string) => `${this.keyPrefix}.${name}`;
    const isItem = typeof this.place.below.at(-1) === 'number';
    const ofLabel = isItem ? [own('item'), 'common.widgets.list.item'] : [own('label')];
    const keys = text === 'label' ? ofLabel : [own(`hints.${variantOf(this.ui, (name) => this.sibling(name))}`), own('hint')];
    return texts.langOf(keys.find((key) => texts.has(key)) ?? '');
  }

  get placeholder(): string | undefined {
    return this.text('placeholder');
  }

  get problem(): string | undefined {
    const { session, texts } = this.scope;
    const found = session.problem(this.path);
    return found && problemText(texts, session, found);
  }

  get describedBy(): string {
    const { session, asksProposed } = this.scope;
    const top = this.place.below.length === 0;
    const ids = [
      this.hint ? `${this.id}-hint` : '',
      session.correction(this.path) ? `${this.id}-reason` : '',
      top && asksProposed && session.isProposed(this.place.field) ? `${this.id}-proposed` : '',
      `${this.id}-problem`,
    ];
    return ids.filter(Boolean).join(' ');
  }

  set = (value: unknown): void => this.scope.session.set(this.path, value);

  typed = (text: string): string => String(normalise(this.ui['ui:normalise'], text, true));

  leave = (): void => {
    const { session } = this.scope;
    const { value } = this;
    const tidy = tidied(this.ui, value);
    if (tidy !== value) session.set(this.path, tidy);
    session.blur(this.path);
  };

  text(key: string, values?: Values): string | undefined {
    const full = `${this.keyPrefix}.${key}`;
    return this.scope.texts.has(full) ? this.scope.texts.t(full, values) : undefined;
  }

  optionLabel(code: unknown): string {
    const { texts } = this.scope;
    const group = (this.schema.items ?? this.schema)['x-enum'];
    return texts.t([`${this.keyPrefix}.options.${String(code)}`, ...(group ? [`enums.${group}.${String(code)}`] : [])]);
  }

  word(key: string, values?: Record<string, unknown>): string {
    return this.scope.texts.t(`common.widgets.${key}`, values);
  }

  sibling(name: string): unknown {
    return this.scope.session.value(name);
  }

  part(property: string, index?: number): FieldHandle {
    const name = index === undefined ? property : `${index}/${property}`;
    const known = this.parts.get(name) ?? this.makePart(property, index);
    this.parts.set(name, known);
    return known;
  }

  private makePart(property: string, index: number | undefined): FieldHandle {
    const owner = index === undefined ? this.place : placeBelow(this.place, index);
    return new Handle(this.scope, placeBelow(owner, property));
  }
}

/** A problem appears at its field, in the description and in the summary, so its text is cached. */
const cache = new WeakMap<Problem, { version: number; text: string }>();

/** Returns the text of a problem, preferring the field's own text to the general one of the keyword. */
export function problemText(texts: Texts, session: FormSession, problem: Problem): string {
  const version = texts.version();
  const known = cache.get(problem);
  if (known?.version === version) return known.text;
  const text = findProblemText(texts, session, problem);
  cache.set(problem, { version, text });
  return text;
}

function findProblemText(texts: Texts, session: FormSession, problem: Problem): string {
  const { schema } = session.definition;
  const params = messageParams(schema, problem);
  const { limit } = params;
  const values = {
    ...params,
    ...(typeof limit === 'number' && { count: limit }),
    // Most messages do not mention the label.
    get label() {
      return texts.t(`${fieldKey(schema.id, problem.path)}.label`);
    },
  };
  // A code of the error catalogue (`codeIncorrect`) may have no text at the field.
  return texts.t([...messageKeys(schema.id, schema, problem), `errors.${problem.code}`], values);
}
