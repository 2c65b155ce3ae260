import { observable, runInAction } from 'mobx';
import type { BlockValue, Text } from '../../config/screen.ts';
import { isMissing } from '../../form/context.ts';
import type { Context } from '../../form/types.ts';
import type { StepView } from '../../flow/types.ts';
import { answersByForm, itemScope, withoutItem } from '../../flow/instances.ts';
import { routeWith, stepAt } from '../../flow/places.ts';
import type { FormSession } from '../../session/formSession.ts';
import type { Patch } from '../../session/patch.ts';
import type { EngineContext } from '../engine-context.tsx';
import { DataStore, mentions } from './dataStore.ts';
import { localName, LocalValues } from './localValues.ts';
import { isPageVisible } from './pageVisible.ts';
import type { FlowHandle, LoadedForm, LoadedScreen, Place, ScreenHost } from './types.ts';

/**
 * Values for expressions beyond the screen: `item` in a list, `result` after an operation, the values that a block passes to its action.
 */
export type Extra = Readonly<Record<string, unknown>>;

/** The live state of one screen: data, forms and expressions. */
export class ScreenModel {
  readonly loaded: LoadedScreen;
  readonly host: ScreenHost;
  readonly engine: EngineContext;
  readonly data: DataStore;
  readonly #local: LocalValues;
  readonly #place: { get(): Place; set(value: Place): void };
  readonly #forms = new Map<string, FormSession>();
  readonly #inherited = new Map<string, Patch>();
  readonly #context: Context;

  constructor(loaded: LoadedScreen, place: Place, host: ScreenHost, engine: EngineContext) {
    this.loaded = loaded;
    this.host = host;
    this.engine = engine;
    this.#place = observable.box(place, { deep: false });
    this.data = new DataStore(loaded.definition.data ?? {}, {
      call: (operation, input) => engine.call(operation, input),
      input: (data) => this.input(data.with),
      deviceAnswer: host.deviceAnswer,
      holds: (source) => this.holds(source),
      awake: () => isPageVisible() && host.online(),
      onFailed: (error) => host.dataFailed(error),
      onDone: (listener) => host.onDone(listener),
      onOnline: (listener) => host.onOnline(listener),
    });
    this.#local = new LocalValues(loaded.definition.local ?? {}, (source) => this.evaluate(source));
    this.#context = this.#contextOf();
  }

  get id(): string {
    return this.loaded.definition.id;
  }

  get place(): Place {
    return this.#place.get();
  }

  set place(place: Place) {
    runInAction(() => this.#place.set(place));
  }

  get flow(): FlowHandle | undefined {
    const { flow } = this.loaded.definition;
    return flow === undefined ? undefined : this.host.flow(flow);
  }

  /** The step of the flow that this screen shows. */
  get step(): StepView | undefined {
    const { flow } = this;
    return flow && stepAt(flow.session.position, routeWith(this.loaded.definition.route, this.place.params));
  }

  /** The item that the step is about, for expressions. */
  get item(): { item?: unknown; itemNumber?: number } {
    const { flow, step } = this;
    return flow && step?.form !== undefined ? itemScope(flow.session.flow, step.form, flow.session.answers) : {};
  }

  /** Copies typed and chosen values from the same screen of an older release. */
  inherit(from: ScreenModel): void {
    for (const [id, session] of from.#forms) this.#inherited.set(id, session.draft());
    this.#local.inherit(from.#local);
  }

  /** Sets a value of the screen (`local.<name>`), or of the session by its dotted name. */
  set(name: string, value: unknown): void {
    const local = localName(name);
    if (local === undefined) this.host.setSession(name, value);
    else this.#local.set(local, value);
  }

  /** Returns the session of a form on this screen. The screens of a flow share the flow's forms. */
  form(id: string): FormSession {
    const form = Object.hasOwn(this.loaded.forms, id) ? this.loaded.forms[id] : undefined;
    if (!form) throw new Error(`No form "${id}".`);
    const { flow } = this;
    if (flow?.session.flow.steps.some((step) => step.form === id)) return flow.session.form(this.#keyOf(id), form.definition, form.module);
    const known = this.#forms.get(id) ?? this.#createForm(form, this.#inherited.get(id));
    this.#forms.set(id, known);
    return known;
  }

  /** Returns the key of a form's answers: on the step of an item, those about the item. */
  #keyOf(form: string): string {
    const asked = this.step?.form;
    return asked !== undefined && withoutItem(asked) === form ? asked : form;
  }

  /** Evaluates an expression; undefined if it reads an absent value. Any other error is reported and counts as absent. */
  evaluate(source: string, extra?: Extra): unknown {
    const { expressions } = this.loaded;
    const expression = Object.hasOwn(expressions, source) ? expressions[source] : undefined;
    try {
      if (!expression) throw new Error(`No expression for: ${source}`);
      return expression(extra ? this.#with(extra) : this.#context);
    } catch (error) {
      if (!isMissing(error)) this.host.report(error, `screen ${this.id}: ${source}`);
      return undefined;
    }
  }

  /** Whether a condition holds; true without a condition. */
  holds(source: string | undefined, extra?: Extra): boolean {
    return source === undefined || this.evaluate(source, extra) === true;
  }

  /** Evaluates the inputs of an operation and leaves out absent values. */
  input(sources: Readonly<Record<string, string>> | undefined, extra?: Extra): Record<string, unknown> {
    const given = Object.entries(sources ?? {}).map(([name, source]) => [name, this.evaluate(source, extra)] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
  }

  /** Returns a text. Its key is relative to the screen, or absolute under `common` or `content`. */
  text(text: Text, extra?: Extra): string {
    return this.engine.texts.t(this.#textKey(text), this.input(text.with, extra));
  }

  /** The `lang` of a text that is shown in a fallback language. */
  langOf(text: Text): string | undefined {
    return this.engine.texts.langOf(this.#textKey(text));
  }

  #textKey({ key }: Text): string {
    return /^(common|content)\./.test(key) ? key : `screens.${this.id}.${key}`;
  }

  /** Returns the data that a block's own expressions read. Nested blocks count for themselves. */
  reads(block: BlockValue): string[] {
    if (this.data.names.length === 0) return [];
    const sources = sourcesIn(block).filter((source) => Object.hasOwn(this.loaded.expressions, source));
    return this.data.names.filter((name) => sources.some((source) => mentions(source, name)));
  }

  #createForm(form: LoadedForm, draft: Patch | undefined): FormSession {
    const surroundings = () => this.#surroundings();
    return this.host.createForm({ ...form, surroundings, report: this.host.report, ...(draft ? { draft } : {}) });
  }

  #surroundings() {
    const names = this.host.namespaces() as {
      session: Record<string, unknown>;
      constants: Record<string, unknown>;
      features: Record<string, boolean>;
    };
    return { ...names, answers: {}, today: this.engine.today() };
  }

  /** Getters make an expression depend only on the namespaces it reads. */
  #contextOf(): Context {
    const context = {};
    const define = (name: string, get: () => unknown) => Object.defineProperty(context, name, { get, enumerable: true });
    for (const name of Object.keys(this.host.namespaces())) define(name, () => this.host.namespaces()[name]);
    for (const name of Object.keys(this.loaded.forms)) define(name, () => this.form(name).settled());
    for (const name of this.data.names) define(name, () => this.data.value(name));
    for (const name of this.#earlierForms())
      define(name, () => this.flow && answersByForm(this.flow.session.flow, this.flow.session.answers)[name]);
    define('item', () => this.item.item);
    define('itemNumber', () => this.item.itemNumber);
    define('local', () => this.#local.scope);
    define('route', () => this.place);
    define('query', () => this.place.query);
    define('today', () => this.engine.today());
    return context;
  }

  /** The other forms of the flow. The screen can read their confirmed answers. */
  #earlierForms(): string[] {
    const taken = new Set([...Object.keys(this.loaded.forms), ...this.data.names]);
    return (this.flow?.session.flow.steps ?? []).flatMap(({ form }) => (form === undefined || taken.has(form) ? [] : [form]));
  }

  #with(extra: Extra): Context {
    return Object.create(this.#context, Object.getOwnPropertyDescriptors(extra)) as Context;
  }
}

function sourcesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(sourcesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'blocks' ? [] : sourcesIn(inner)));
}
