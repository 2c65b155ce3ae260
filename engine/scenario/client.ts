import type { FormAnswers } from '../config/definitions.ts';
import { pointer } from '../form/pointer.ts';
import type { Problem, Surroundings } from '../form/types.ts';
import { answersAround, answersByForm, formKeyOf, withoutItem } from '../flow/instances.ts';
import { guard, previousStep } from '../flow/places.ts';
import { submission } from '../flow/submission.ts';
import type { CorrectionRequest, Position } from '../flow/types.ts';
import type { FormSession } from '../session/formSession.ts';
import { FlowSession } from '../session/flowSession.ts';
import { WrongStep } from './steps.ts';
import { formOf, MemoryServer, type Around, type FlowParts } from './memoryServer.ts';

export interface ClientOptions extends FlowParts {
  around?: Partial<Around>;
}

/** The default surroundings of a flow. */
const quiet: Around = { session: {}, today: '2026-03-01', constants: {}, features: {} };

/** A client without a screen and a server without a network: it runs the browser's sessions against the rules of the flow API. */
export class FlowClient {
  protected readonly options: ClientOptions;
  protected readonly server: MemoryServer;
  #flow: FlowSession;
  #at: string | undefined;
  #online = true;

  constructor(options: ClientOptions, server = new MemoryServer(options, { ...quiet, ...options.around })) {
    this.options = options;
    this.server = server;
    this.#flow = this.#open();
    this.#at = this.position.step?.id;
  }

  /** The surroundings of the flow, including the date. */
  get around(): Around {
    return this.server.around;
  }

  get position(): Position {
    return this.#flow.position;
  }

  /** Id of the current step, or undefined if the flow is complete. */
  get at(): string | undefined {
    return this.#at;
  }

  get asksForm(): boolean {
    return this.position.path.find(({ id }) => id === this.#at)?.form !== undefined;
  }

  /** Whether the current form has input that was not confirmed. */
  get isTyping(): boolean {
    return this.asksForm && !this.isGuests && this.form.dirty;
  }

  /** Whether a guest answers the current step. */
  get isGuests(): boolean {
    return this.options.flow.steps.some(({ id, guest }) => id === this.#at && guest);
  }

  /** The facts that only the server knows. */
  get facts(): Readonly<Record<string, unknown>> {
    return this.server.state.facts;
  }

  /** Returns the fields that the current form asks for. */
  asked(): string[] {
    if (!this.asksForm) return [];
    const { form } = this;
    return Object.keys(form.module.fields).filter((field) => form.applies(field));
  }

  /** The current form. */
  get form(): FormSession {
    const form = this.position.path.find(({ id }) => id === this.#at)?.form;
    if (form === undefined) throw new WrongStep('', `The step "${this.#at ?? 'after the end'}" asks no form.`);
    return this.#form(form);
  }

  /** The answers of the current step that stay: those in its inputs, and those that only the server has. */
  get present(): FormAnswers {
    const { form, key } = this;
    const stored = this.server.state.answers[key] ?? {};
    return { ...Object.fromEntries(form.kept().flatMap((field) => (field in stored ? [[field, stored[field]]] : []))), ...form.settled() };
  }

  /** The key of the current step's answers. */
  get key(): string {
    return (this.#at === undefined ? undefined : formKeyOf(this.options.flow, this.#at)) ?? '';
  }

  /** The values, other than its own answers, that the expressions of the current step's form read. */
  get surroundings(): Surroundings {
    const answers = { ...this.#flow.answers, ...this.server.state.answers };
    return { ...this.around, ...answersAround(this.options.flow, this.key, answers) };
  }

  /** The answers on the server, by form. */
  get stored(): Readonly<Record<string, unknown>> {
    const { answers } = this.server.state;
    const byForm = Object.entries(answersByForm(this.options.flow, answers));
    return Object.fromEntries(byForm.filter(([form, given]) => Array.isArray(given) || Object.hasOwn(answers, form)));
  }

  /** The answers that a submission would contain now, as a decision reads them. */
  get submission(): Readonly<Record<string, unknown>> {
    const { state } = this.server;
    return answersByForm(this.options.flow, submission(this.server.position(), state.answers));
  }

  /** Types an answer (`form.field`, or deeper: `contact.contacts.0.phone`) and leaves the input. */
  answer(path: string, value: unknown): this {
    const [form = '', ...rest] = path.split('.');
    type(this.#form(form), `/${rest.join('/')}`, value);
    return this;
  }

  /** Types several answers of one form. */
  answers(form: string, values: Readonly<Record<string, unknown>>): this {
    for (const [field, value] of Object.entries(values)) this.answer(`${form}.${field}`, value);
    return this;
  }

  /** Starts to replace a masked answer. */
  change(path: string): this {
    const [form = '', field = ''] = path.split('.');
    this.#form(form).change(field);
    return this;
  }

  /** Presses Next. Stays on the step if there are problems. */
  next(): this {
    const step = this.position.path.find(({ id }) => id === this.#at);
    if (!step) throw new Error('The flow is complete: there is no next');
    const form = step.form === undefined ? undefined : this.#form(step.form);
    if (form && form.attempt().length > 0) return this;
    const sent = form?.submission() ?? { answers: {}, kept: [] };
    void this.#flow.confirm(step.id, sent.answers, sent.kept);
    if (this.#online) this.#send();
    if (form && form.visibleProblems.length > 0) return this;
    this.#at = this.position.step?.id;
    return this;
  }

  /** The guest of the current step sends answers. Returns the problems, as `problems` does. */
  guest(answers: FormAnswers): string[] {
    const problems = this.server.save({ step: this.#at ?? '', answers, kept: [], guest: true });
    if (problems.length === 0) this.#refresh();
    return problems.map(said);
  }

  /** Presses Skip on an optional step. */
  skip(): this {
    const step = this.position.path.find(({ id }) => id === this.#at);
    if (!step) throw new Error('The flow is complete: there is nothing to skip');
    void this.#flow.skip(step.id);
    if (this.#online) this.#send();
    this.#at = this.position.step?.id;
    return this;
  }

  back(): this {
    this.#at = this.#at === undefined ? this.position.path.at(-1)?.id : (previousStep(this.position, this.#at)?.id ?? this.#at);
    return this;
  }

  /** Follows a link to a step, or to its redirect. */
  open(route: string): this {
    const target = guard(this.options.flow, this.position, route) ?? route;
    this.#at = this.position.path.find((step) => step.route === target)?.id;
    return this;
  }

  /** Goes offline: confirmed steps are queued. */
  offline(): this {
    this.#online = false;
    return this;
  }

  /** Goes online: queued steps are sent in the order of the flow. */
  online(): this {
    this.#online = true;
    this.#send();
    return this;
  }

  /** Continues as the same person on a new device. */
  otherDevice(): FlowClient {
    return new FlowClient(this.options, this.server);
  }

  /** Sends a field back, as staff or a failed check does. */
  sendBack(form: string, field: string, reason = 'unclear', anew = false): this {
    return this.sendBackAll([{ form, field, reason, ...(anew ? { anew } : {}) }]);
  }

  sendBackAll(requests: readonly CorrectionRequest[]): this {
    this.server.change({ corrections: [...this.server.state.corrections, ...requests] });
    return this.#refresh();
  }

  /** Sets a fact on the server. */
  fact(name: string, value: unknown): this {
    this.server.change({ facts: { ...this.server.state.facts, [name]: value } });
    return this.#refresh();
  }

  /** Sets the date. */
  on(today: string): this {
    this.server.around = { ...this.server.around, today };
    return this.#refresh();
  }

  /** Returns the visible problems of the current form as `/path code`. */
  problems(): string[] {
    return this.form.visibleProblems.map(said);
  }

  #send(): void {
    for (const { step, answers, kept, skip } of this.#flow.pending) {
      const problems = this.server.save({ step, answers, kept, ...(skip && { skip }) });
      if (problems.length > 0) return this.#refused(step, problems);
      void this.#flow.saved(step, this.server.snapshot());
    }
  }

  #refused(step: string, problems: Problem[]): void {
    void this.#flow.withdraw(step);
    this.#flow.apply(this.server.snapshot());
    const isOpen = this.position.path.some(({ id, open }) => id === step && open);
    this.#at = isOpen ? step : this.position.step?.id;
    if (!isOpen) return;
    const form = formKeyOf(this.options.flow, step);
    if (form !== undefined) this.#form(form).serverProblems(problems);
  }

  #refresh(): this {
    this.#flow.apply(this.server.snapshot());
    this.#at = this.position.step?.id;
    return this;
  }

  /** Returns a form by the key of its answers. On the step of an item, the form's id means the answers about the item. */
  #form(key: string): FormSession {
    const form = withoutItem(key);
    const { definition, module } = formOf(this.options, form);
    const asked = this.#at === undefined ? undefined : formKeyOf(this.options.flow, this.#at);
    return this.#flow.form(key === form && asked !== undefined && withoutItem(asked) === form ? asked : key, definition, module);
  }

  #open(): FlowSession {
    const { flow, modules } = this.options;
    const environment = { surroundings: () => this.server.around, module: (form: string) => modules[withoutItem(form)] };
    return new FlowSession({ flow, snapshot: this.server.snapshot(), environment });
  }
}

const said = ({ code, path }: Problem) => `${path} ${code}`;

/** Types an answer and leaves the input. Beside a sent-back item its list is locked, so only the parts are typed, as on a screen. */
function type(session: FormSession, at: string, value: unknown): void {
  if (session.locked(at) && typeof value === 'object' && value !== null) {
    for (const [part, inside] of Object.entries(value)) type(session, at + pointer(part), inside);
    return;
  }
  session.set(at, value);
  session.blur(at);
}
