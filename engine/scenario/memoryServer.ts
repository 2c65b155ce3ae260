import type { FormAnswers } from '../config/definitions.ts';
import { settle } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf } from '../form/context.ts';
import { isEmpty, own } from '../form/empty.ts';
import { hashAnswers } from '../form/hash.ts';
import { mask } from '../form/mask.ts';
import { forbiddenChanges, sameAnswer, vouchedTransient } from '../form/reopen.ts';
import type { FormModule, Problem, Surroundings } from '../form/types.ts';
import { flowEnvironment } from '../flow/environment.ts';
import { confirmation, position } from '../flow/position.ts';
import type { CompiledFlow, CompiledStep, FlowSnapshot, FlowState, Position } from '../flow/types.ts';

export interface FlowParts {
  flow: CompiledFlow;
  modules: Readonly<Record<string, FormModule>>;
}

export type Around = Omit<Surroundings, 'answers'>;

/** The rules of the flow API over the pure core, in memory: what the real server does with a save, without what carries it. */
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

  /** Changes the state from outside the flow: a fact found out, fields sent back, an answer edited elsewhere. */
  change(change: Partial<FlowState>): void {
    this.#state = { ...this.#state, ...change };
    this.#revision += 1;
  }

  position(): Position {
    return position(this.parts.flow, this.#state, this.#environment());
  }

  snapshot(): FlowSnapshot {
    const { answers, masked } = this.#shown();
    return {
      flow: this.parts.flow.id,
      release: 'r1',
      revision: this.#revision,
      ...this.#state,
      answers,
      masked,
      position: this.position(),
    };
  }

  /** Saves a step, or says what is wrong with it and stores nothing. */
  save(stepId: string, arriving: FormAnswers, kept: readonly string[]): Problem[] {
    const step = this.parts.flow.steps.find(({ id }) => id === stepId);
    const seen = this.position().path.find(({ id }) => id === stepId);
    if (!step || !seen?.open) return [{ code: 'outOfOrder', path: '' }];
    const problems = step.form === undefined ? [] : this.#store(step.form, arriving, kept);
    if (problems.length === 0) this.#confirm(step);
    return problems;
  }

  #store(form: string, arriving: FormAnswers, kept: readonly string[]): Problem[] {
    const module = this.#module(form);
    const before = this.#state.answers[form] ?? {};
    const stored = kept.filter((field) => module.fields[field]?.sensitive && !isEmpty(own(before, field)));
    const answers: FormAnswers = { ...arriving, ...Object.fromEntries(stored.map((field) => [field, before[field]])) };
    const context = contextOf({ ...this.around, answers: this.#state.answers }, form, answers);
    const unasked = this.#unasked(module, before, answers, kept);
    const problems = [...checkForm(module, context, { kept: unasked }), ...this.#locked(module, before, answers)];
    if (problems.length > 0) return problems;
    const corrections = this.#state.corrections.filter((request) => request.form !== form);
    this.change({ answers: { ...this.#state.answers, [form]: settle(module, context, { stored: true }) }, corrections });
    return [];
  }

  #unasked(module: FormModule, before: FormAnswers, after: FormAnswers, kept: readonly string[]): Set<string> {
    const answered = (field: string) => !isEmpty(own(before, field));
    const changed = (field: string) => !sameAnswer(own(before, field), own(after, field));
    if (Object.keys(before).length === 0) return new Set();
    return new Set([...vouchedTransient(module, { answered, changed })].filter((field) => kept.includes(field)));
  }

  #locked(module: FormModule, before: FormAnswers, after: FormAnswers): Problem[] {
    if (this.#state.corrections.length === 0 || Object.keys(before).length === 0) return [];
    const open = new Set(this.#state.corrections.flatMap(({ form, field }) => (form === module.id ? [field] : [])));
    const context = contextOf({ ...this.around, answers: this.#state.answers }, module.id, after);
    return forbiddenChanges(module, context, { open, before }).map((field) => ({ code: 'locked', path: `/${field}` }));
  }

  #confirm(step: CompiledStep): void {
    const hash = confirmation(this.parts.flow, this.#state, this.#environment(), step.id) ?? '';
    this.change({ confirmed: { ...this.#state.confirmed, [step.id]: hash } });
  }

  #shown(): Pick<FlowSnapshot, 'answers' | 'masked'> {
    const answers: Record<string, FormAnswers> = {};
    const masked: Record<string, Record<string, string>> = {};
    for (const [form, values] of Object.entries(this.#state.answers)) {
      const fields = Object.entries(values).map(([field, value]) => ({
        field,
        value,
        sensitive: this.#module(form).fields[field]?.sensitive,
      }));
      answers[form] = Object.fromEntries(fields.flatMap(({ field, value, sensitive }) => (sensitive ? [] : [[field, value]])));
      masked[form] = Object.fromEntries(
        fields.flatMap(({ field, value, sensitive }) => (sensitive ? [[field, mask(value, sensitive)]] : [])),
      );
    }
    return { answers, masked };
  }

  #environment() {
    const digest = (value: unknown) => hashAnswers(['keyed', value]);
    return flowEnvironment({ module: (form) => this.#module(form), surroundings: this.around, digest });
  }

  #module(form: string): FormModule {
    const module = this.parts.modules[form];
    if (!module) throw new Error(`The scenario has no module for the form ${form}`);
    return module;
  }
}
