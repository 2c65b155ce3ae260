import { reaction } from 'mobx';
import type { FlowSnapshot } from '../flow/types.ts';
import type { Report } from '../form/context.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import { baseOf } from './formBase.ts';
import { FormSession, type FormSessionOptions } from './formSession.ts';
import type { Patch } from './patch.ts';

interface LiveForm {
  session: FormSession;
  stop: () => void;
  /** Typed answers without a field in the form. */
  unplaced: Patch;
}

export interface LiveFormsOptions {
  snapshot: () => FlowSnapshot;
  /** The values outside a form for its expressions. Can read observables. */
  surroundings: (form: string) => Surroundings;
  /** Called with unsaved input some time after it changed. */
  onTyped: (form: string, patch: Patch) => void;
  typedDelayMs: number;
  report?: Report;
}

/** The forms of a flow that are or were visible, with one session each for all screens. */
export class LiveForms {
  readonly #options: LiveFormsOptions;
  readonly #forms = new Map<string, LiveForm>();

  constructor(options: LiveFormsOptions) {
    this.#options = options;
  }

  /** Returns the form's session if it uses this module. */
  session(form: string, module: FormModule): FormSession | undefined {
    const session = this.#forms.get(form)?.session;
    return session?.module === module ? session : undefined;
  }

  /** Creates the form's session. It takes over the input of a session with another module, else starts with `kept`. */
  open(form: string, definition: FormSessionOptions['definition'], module: FormModule, kept: Patch | undefined): LiveForm {
    const before = this.#forms.get(form);
    before?.stop();
    const draft = before ? typedIn(before) : kept;
    const { snapshot, surroundings, onTyped, typedDelayMs, report } = this.#options;
    const session = new FormSession({
      definition,
      module,
      surroundings: () => surroundings(form),
      ...baseOf(snapshot(), form),
      ...(draft ? { draft } : {}),
      ...(report ? { report } : {}),
    });
    const live: LiveForm = { session, unplaced: unplacedIn(module, draft), stop: () => stop() };
    const stop = reaction(
      () => session.draft(),
      () => onTyped(form, typedIn(live)),
      { delay: typedDelayMs },
    );
    this.#forms.set(form, live);
    return live;
  }

  /** Returns unsaved input by form. */
  typed(): [form: string, patch: Patch][] {
    return [...this.#forms].map(([form, live]) => [form, typedIn(live)]);
  }

  /** Sets one field as the person would. */
  set(form: string, field: string, value: unknown): void {
    this.#forms.get(form)?.session.set(field, value);
  }

  /**
   * Discards the input of a saved form, except what the person did after confirming it.
   *
   * @param since the answers typed since
   * @param kept the fields whose stored answer the confirmation kept; those being changed now stay open
   */
  reset(form: string, since: Patch, kept: readonly string[]): void {
    const live = this.#forms.get(form);
    if (!live) return;
    live.unplaced = {};
    live.session.reset(baseOf(this.#options.snapshot(), form), since, kept);
  }

  /** Applies a new server state and keeps the input. */
  rebase(): void {
    for (const [form, { session }] of this.#forms) session.rebase(baseOf(this.#options.snapshot(), form));
  }

  /** The next request for the form creates a new session. */
  drop(form: string): void {
    this.#forms.get(form)?.stop();
    this.#forms.delete(form);
  }

  /** Stops observing. */
  clear(): void {
    for (const { stop } of this.#forms.values()) stop();
    this.#forms.clear();
  }
}

const typedIn = ({ session, unplaced }: LiveForm): Patch => ({ ...unplaced, ...session.draft() });

function unplacedIn({ fields }: FormModule, draft: Patch = {}): Patch {
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => value !== null && !Object.hasOwn(fields, field)));
}
