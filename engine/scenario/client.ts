import type { Problem } from '../form/types.ts';
import { guard, previousStep } from '../flow/places.ts';
import type { Position } from '../flow/types.ts';
import type { FormSession } from '../session/formSession.ts';
import { FlowSession } from '../session/flowSession.ts';
import { formOf, MemoryServer, type Around, type FlowParts } from './memoryServer.ts';

export interface ClientOptions extends FlowParts {
  around?: Partial<Around>;
}

/** What a flow stands in when a scenario does not say otherwise. */
const quiet: Around = { session: {}, today: '2026-03-01', constants: {}, features: {} };

/** A client without a screen, and a server without a network: the sessions of the browser against the rules of the flow API. */
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

  /** What the flow stands in, the day among it. */
  get around(): Around {
    return this.server.around;
  }

  get position(): Position {
    return this.#flow.position;
  }

  /** Id of the step that is on the screen; undefined when the flow is complete. */
  get at(): string | undefined {
    return this.#at;
  }

  /** Whether the step on the screen asks a form. */
  get asksForm(): boolean {
    return this.position.path.find(({ id }) => id === this.#at)?.form !== undefined;
  }

  /** What only the server knows. */
  get facts(): Readonly<Record<string, unknown>> {
    return this.server.state.facts;
  }

  /** Fields that the form on the screen asks. */
  asked(): string[] {
    const { form } = this;
    return Object.keys(form.module.fields).filter((field) => form.applies(field));
  }

  /** The form on the screen. */
  get form(): FormSession {
    const form = this.position.path.find(({ id }) => id === this.#at)?.form;
    if (form === undefined) throw new Error(`The step ${this.#at ?? '(none)'} asks no form`);
    return this.#form(form);
  }

  /** Answers as the server holds them. */
  get stored(): Readonly<Record<string, unknown>> {
    return this.server.state.answers;
  }

  /** Types an answer, `form.field` or deeper (`contact.contacts.0.phone`), and leaves the input. */
  answer(path: string, value: unknown): this {
    const [form = '', ...rest] = path.split('.');
    const session = this.#form(form);
    const at = `/${rest.join('/')}`;
    session.set(at, value);
    session.blur(at);
    return this;
  }

  /** Types several answers of one form. */
  answers(form: string, values: Readonly<Record<string, unknown>>): this {
    for (const [field, value] of Object.entries(values)) this.answer(`${form}.${field}`, value);
    return this;
  }

  /** Asks to give a masked answer anew. */
  change(path: string): this {
    const [form = '', field = ''] = path.split('.');
    this.#form(form).change(field);
    return this;
  }

  /** Presses Next. With problems, stays where it is. */
  next(): this {
    const step = this.position.path.find(({ id }) => id === this.#at);
    if (!step) throw new Error('The flow is complete: there is no next');
    const form = step.form === undefined ? undefined : this.#form(step.form);
    if (form && form.attempt().length > 0) return this;
    const sent = { answers: form?.settled() ?? {}, kept: form?.kept() ?? [] };
    void this.#flow.confirm(step.id, sent.answers, sent.kept);
    if (this.#online) this.#send();
    if (form && form.visibleProblems.length > 0) return this;
    this.#at = this.position.step?.id;
    return this;
  }

  /** Presses Back. */
  back(): this {
    this.#at = this.#at === undefined ? this.position.path.at(-1)?.id : (previousStep(this.position, this.#at)?.id ?? this.#at);
    return this;
  }

  /** Follows a link to a step, or to wherever that leads. */
  open(route: string): this {
    const target = guard(this.options.flow, this.position, route) ?? route;
    this.#at = this.position.path.find((step) => step.route === target)?.id;
    return this;
  }

  /** The network goes: what is confirmed waits. */
  offline(): this {
    this.#online = false;
    return this;
  }

  /** The network returns: what waits is sent, in the order of the flow. */
  online(): this {
    this.#online = true;
    this.#send();
    return this;
  }

  /** The same person on a device that has never seen them. */
  otherDevice(): FlowClient {
    return new FlowClient(this.options, this.server);
  }

  /** Staff, or a failed check, ask for a field again. */
  sendBack(form: string, field: string, reason = 'unclear', anew = false): this {
    const request = { form, field, reason, ...(anew ? { anew } : {}) };
    this.server.change({ corrections: [...this.server.state.corrections, request] });
    return this.#refresh();
  }

  /** The server finds something out. */
  fact(name: string, value: unknown): this {
    this.server.change({ facts: { ...this.server.state.facts, [name]: value } });
    return this.#refresh();
  }

  /** Days go by. */
  on(today: string): this {
    this.server.around = { ...this.server.around, today };
    return this.#refresh();
  }

  /** Problems in sight on the form on the screen, as `/path code`. */
  problems(): string[] {
    return this.form.visibleProblems.map(said);
  }

  #send(): void {
    for (const { step, answers, kept } of this.#flow.pending) {
      const problems = this.server.save({ step, answers, kept });
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
    const form = this.options.flow.steps.find(({ id }) => id === step)?.form;
    if (form !== undefined) this.#form(form).serverProblems(problems);
  }

  #refresh(): this {
    this.#flow.apply(this.server.snapshot());
    this.#at = this.position.step?.id;
    return this;
  }

  #form(form: string): FormSession {
    const { definition, module } = formOf(this.options, form);
    return this.#flow.form(form, definition, module);
  }

  #open(): FlowSession {
    const { flow, modules } = this.options;
    const environment = { surroundings: () => this.server.around, module: (form: string) => modules[form] };
    return new FlowSession({ flow, snapshot: this.server.snapshot(), environment });
  }
}

const said = ({ code, path }: Problem) => `${path} ${code}`;
