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
  /** What was typed and has no field in the form. */
  unplaced: Patch;
}

export interface LiveFormsOptions {
  snapshot: () => FlowSnapshot;
  /** Everything outside a form that its expressions read; may read observables. */
  surroundings: () => Surroundings;
  /** Told what was typed in a form and not saved, some time after it changed. */
  onTyped: (form: string, patch: Patch) => void;
  typedDelayMs: number;
  report?: Report;
}

/** The forms of a flow that are on the glass or were: one session each, for every screen that asks it. */
export class LiveForms {
  readonly #options: LiveFormsOptions;
  readonly #forms = new Map<string, LiveForm>();

  constructor(options: LiveFormsOptions) {
    this.#options = options;
  }

  /** The form's session, if it goes by this very module. */
  session(form: string, module: FormModule): FormSession | undefined {
    const session = this.#forms.get(form)?.session;
    return session?.module === module ? session : undefined;
  }

  /** Makes the form's session, in place of one by another module, whose draft it takes over; else it begins with `kept`. */
  open(form: string, definition: FormSessionOptions['definition'], module: FormModule, kept: Patch | undefined): LiveForm {
    const before = this.#forms.get(form);
    before?.stop();
    const draft = before ? typedIn(before) : kept;
    const { snapshot, surroundings, onTyped, typedDelayMs, report } = this.#options;
    const session = new FormSession({
      definition,
      module,
      surroundings,
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

  /** What was typed and not saved, by form; empty where nothing was. */
  typed(): [form: string, patch: Patch][] {
    return [...this.#forms].map(([form, live]) => [form, typedIn(live)]);
  }

  /** Answers one field as the person would. */
  set(form: string, field: string, value: unknown): void {
    this.#forms.get(form)?.session.set(field, value);
  }

  /** The server has the form: what was typed is done with, but for what was typed since it was confirmed. */
  reset(form: string, since: Patch): void {
    const live = this.#forms.get(form);
    if (!live) return;
    live.unplaced = {};
    live.session.reset(baseOf(this.#options.snapshot(), form), since);
  }

  /** Takes in what the server says now; what was typed stays. */
  rebase(): void {
    for (const [form, { session }] of this.#forms) session.rebase(baseOf(this.#options.snapshot(), form));
  }

  /** The next who asks for the form gets a new session. */
  drop(form: string): void {
    this.#forms.get(form)?.stop();
    this.#forms.delete(form);
  }

  /** Stops watching. */
  clear(): void {
    for (const { stop } of this.#forms.values()) stop();
    this.#forms.clear();
  }
}

const typedIn = ({ session, unplaced }: LiveForm): Patch => ({ ...unplaced, ...session.draft() });

function unplacedIn({ fields }: FormModule, draft: Patch = {}): Patch {
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => value !== null && !Object.hasOwn(fields, field)));
}
