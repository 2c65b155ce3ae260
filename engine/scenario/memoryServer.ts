import { hashAnswers } from '../form/hash.ts';
import type { FormModule, Problem, Surroundings } from '../form/types.ts';
import { flowEnvironment } from '../flow/environment.ts';
import { guestForms } from '../flow/guests.ts';
import { withoutItem } from '../flow/instances.ts';
import { ownersView } from '../flow/ownersView.ts';
import { position } from '../flow/position.ts';
import { confirmStep, submitStep, type SubmittedStep } from '../flow/save.ts';
import type { CompiledFlow, FlowSnapshot, FlowState, Position, SaveRules } from '../flow/types.ts';
import type { FormSessionOptions } from '../session/formSession.ts';

export interface FlowParts {
  flow: CompiledFlow;
  modules: Readonly<Record<string, FormModule>>;
  /** The definitions of the forms, if field names are not enough. */
  definitions?: Readonly<Record<string, FormSessionOptions['definition']>>;
}

/** Returns a form of the flow, with a minimal definition if none was given. Throws if the flow has no such form. */
export function formOf({ modules, definitions }: FlowParts, form: string): Pick<FormSessionOptions, 'definition' | 'module'> {
  const module = modules[form];
  if (!module) throw new Error(`The scenario has no form ${form}`);
  const fields = Object.keys(module.fields);
  const schema = { id: form, type: 'object' as const, properties: Object.fromEntries(fields.map((field) => [field, {}])) };
  return { module, definition: definitions?.[form] ?? { schema, ui: { id: form, order: fields, fields: {} } } };
}

export type Around = Omit<Surroundings, 'answers'>;

/** The flow API in memory: the rules of the real server without storage, files and product checks. */
export class MemoryServer {
  readonly parts: FlowParts;
  around: Around;
  #state: FlowState = { answers: {}, confirmed: {}, corrections: [], facts: {} };
  #revision = 0;

  constructor(parts: FlowParts, around: Around) {
    this.parts = parts;
    this.around = around;
  }

  get state(): FlowState {
    return this.#state;
  }

  /** Changes the state from outside the flow: a new fact, sent-back fields, an edited answer. */
  change(change: Partial<FlowState>): void {
    this.#state = { ...this.#state, ...change };
    this.#revision += 1;
  }

  position(): Position {
    return position(this.parts.flow, this.#state, this.#environment());
  }

  snapshot(): FlowSnapshot {
    return {
      flow: this.parts.flow.id,
      release: 'r1',
      revision: this.#revision,
      ...this.#state,
      ...ownersView((form) => formOf(this.parts, form), this.#state.answers, guestForms(this.parts.flow)),
      position: this.position(),
    };
  }

  /** Saves a step, or returns its problems and saves nothing. */
  save(submitted: SubmittedStep): Problem[] {
    const rules = this.#rules();
    const verdict = submitStep(rules, this.#state, submitted);
    if (verdict.is === 'outOfOrder') return [{ code: 'outOfOrder', path: '' }];
    if (verdict.is === 'refused') return verdict.problems;
    this.change(confirmStep(rules, verdict.state, submitted.step));
    return [];
  }

  #rules(): SaveRules {
    return { flow: this.parts.flow, environment: this.#environment(), form: (key) => formOf(this.parts, withoutItem(key)) };
  }

  #environment() {
    const digest = (value: unknown) => hashAnswers(['keyed', value]);
    return flowEnvironment({ flow: this.parts.flow, module: (form) => formOf(this.parts, form).module, surroundings: this.around, digest });
  }
}
