import { observable, runInAction } from 'mobx';
import type { BlockValue, Text } from '../../config/screen.ts';
import { isMissing } from '../../form/context.ts';
import type { Context } from '../../form/types.ts';
import type { StepView } from '../../flow/types.ts';
import { stepAt } from '../../flow/places.ts';
import type { FormSession } from '../../session/formSession.ts';
import type { Patch } from '../../session/patch.ts';
import type { EngineContext } from '../engine-context.tsx';
import { DataStore, mentions } from './dataStore.ts';
import { localName, LocalValues } from './localValues.ts';
import { isPageInSight } from './pageInSight.ts';
import type { FlowHandle, LoadedForm, LoadedScreen, Place, ScreenHost } from './types.ts';

/** What expressions read beyond the screen: `item` in a list, `result` after an operation, what a block offers to its action. */
export type Extra = Readonly<Record<string, unknown>>;

/** The live state of one screen: its data, its forms, and what its expressions say about them. */
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
      awake: () => isPageInSight() && host.online(),
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
    return flow && stepAt(flow.session.position, this.loaded.definition.route);
  }

  /** Takes over what was typed and chosen on a screen made from an older release. */
  inherit(from: ScreenModel): void {
    for (const [id, session] of from.#forms) this.#inherited.set(id, session.draft());
    this.#local.inherit(from.#local);
  }

  /** Sets a value of the screen (`local.<name>`), or one of the session by its dotted name. */
  set(name: string, value: unknown): void {
    const local = localName(name);
    if (local === undefined) this.host.setSession(name, value);
    else this.#local.set(local, value);
  }

  /** The session of a form on this screen. A form of the flow is the flow's: all screens that ask it share what was typed. */
  form(id: string): FormSession {
    const form = Object.hasOwn(this.loaded.forms, id) ? this.loaded.forms[id] : undefined;
    if (!form) throw new Error(`Form "${id}" is not loaded with the screen "${this.id}".`);
    const { flow } = this;
    if (flow?.session.flow.steps.some((step) => step.form === id)) return flow.session.form(id, form.definition, form.module);
    const known = this.#forms.get(id) ?? this.#createForm(form, this.#inherited.get(id));
    this.#forms.set(id, known);
    return known;
  }

  /** What an expression says; undefined when it reads what is absent. Any other failure is reported and counts as absent. */
  evaluate(source: string, extra?: Extra): unknown {
    const { expressions } = this.loaded;
    const expression = Object.hasOwn(expressions, source) ? expressions[source] : undefined;
    try {
      if (!expression) throw new Error(`No compiled expression for: ${source}`);
      return expression(extra ? this.#with(extra) : this.#context);
    } catch (error) {
      if (!isMissing(error)) this.host.report(error, `screen ${this.id}: ${source}`);
      return undefined;
    }
  }

  /** Whether a condition holds; true when there is none. */
  holds(source: string | undefined, extra?: Extra): boolean {
    return source === undefined || this.evaluate(source, extra) === true;
  }

  /** The inputs of an operation; what is absent is left out. */
  input(sources: Readonly<Record<string, string>> | undefined, extra?: Extra): Record<string, unknown> {
    const given = Object.entries(sources ?? {}).map(([name, source]) => [name, this.evaluate(source, extra)] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
  }

  /** The words of a text: its key under the screen, or an absolute one under `common` or `content`. */
  text(text: Text, extra?: Extra): string {
    const key = /^(common|content)\./.test(text.key) ? text.key : `screens.${this.id}.${text.key}`;
    return this.engine.texts.t(key, this.input(text.with, extra));
  }

  /** Names of the screen's data that a block's own expressions read; blocks inside it answer for themselves. */
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

  /** The namespaces as getters, so that an expression depends on what it reads and on nothing else. */
  #contextOf(): Context {
    const context = {};
    const define = (name: string, get: () => unknown) => Object.defineProperty(context, name, { get, enumerable: true });
    for (const name of Object.keys(this.host.namespaces())) define(name, () => this.host.namespaces()[name]);
    for (const name of Object.keys(this.loaded.forms)) define(name, () => this.form(name).settled());
    for (const name of this.data.names) define(name, () => this.data.value(name));
    define('local', () => this.#local.scope);
    define('route', () => this.place);
    define('query', () => this.place.query);
    define('today', () => this.engine.today());
    return context;
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
