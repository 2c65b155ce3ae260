import type { OpenRelease } from '../compiler/index.ts';
import type { FormAnswers } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { formKeyOf, withoutItem } from '../flow/instances.ts';
import { isOptional } from '../flow/places.ts';
import type { CompiledFlow } from '../flow/types.ts';
import { visibleStep } from './screenChecks.ts';
import { NotOnScreen, type Beginning, type ScreenHost, type Screens } from './screens.ts';
import { exampleOf, firstDay, ownPhone, WrongStep } from './steps.ts';

export interface Walking {
  scenario: Scenario;
  release: OpenRelease;
  host: ScreenHost;
}

const stillMissing = 'The decision needs a submitted application, but answers are still missing.';

/** Performs a scenario's actions on the screens of a flow and remembers the answers. */
export class Hands {
  readonly #walking: Walking;
  readonly #given = new Map<string, FormAnswers>();
  readonly #skipped = new Set<string>();
  #beginning: Beginning;
  #screens: Screens;
  /** A date after the submission, before anybody looks at a screen. */
  #dayAhead: string | undefined;

  private constructor(walking: Walking, beginning: Beginning, screens: Screens) {
    this.#walking = walking;
    this.#beginning = beginning;
    this.#screens = screens;
  }

  static async begin(walking: Walking): Promise<Hands> {
    const { id, flow, today = firstDay, session = {}, language = walking.release.settings.languages.default } = walking.scenario;
    const phone = typeof session['phone'] === 'string' ? session['phone'] : ownPhone;
    const beginning = { id, flow, today, language, phone, done: [] };
    const screens = await walking.host.begin(beginning);
    const [first] = walking.release.flows[flow]?.steps ?? [];
    await screens.open(first?.route ?? '/');
    return new Hands(walking, beginning, screens);
  }

  get screens(): Screens {
    return this.#screens;
  }

  get #flow(): CompiledFlow {
    return this.#walking.release.flows[this.#beginning.flow] ?? { id: this.#beginning.flow, version: 1, steps: [] };
  }

  get #steps() {
    return this.#flow.steps;
  }

  /** Returns the key of the answers that a step asks for. */
  #formOf(step: string | undefined): string | undefined {
    return step === undefined ? undefined : formKeyOf(this.#flow, step);
  }

  async isComplete(): Promise<boolean> {
    return (await this.#screens.progress()).step === undefined;
  }

  /** Id of the visible step. */
  at(): Promise<string | undefined> {
    return visibleStep({ screens: this.#screens, release: this.#walking.release, flow: this.#beginning.flow });
  }

  /** Sets the date. After the submission, the change waits until somebody looks at a screen. */
  async on(day: string): Promise<void> {
    if (await this.isComplete()) this.#dayAhead = day;
    else await this.#toDay(day);
  }

  /** Applies a postponed date. */
  async catchUp(): Promise<void> {
    if (this.#dayAhead !== undefined) await this.#toDay(this.#dayAhead);
    this.#dayAhead = undefined;
  }

  async #toDay(day: string): Promise<void> {
    await this.#screens.today(day);
    await this.toPosition();
  }

  /** The last page of a flow redirects to the current position. */
  async toPosition(): Promise<void> {
    await this.#screens.open(this.#steps.at(-1)?.route ?? '/');
  }

  /** The screens of a submitted flow are closed, so another person with the same answers continues. */
  async reopen(): Promise<void> {
    if (!(await this.isComplete())) return;
    const { today: began } = this.#beginning;
    if (this.#dayAhead !== undefined && this.#dayAhead < began)
      throw new NotOnScreen(`Time cannot go back: an application started on ${began} cannot be sent on ${this.#dayAhead}.`);
    const { path } = await this.#screens.progress();
    const before = this.#screens;
    this.#beginning = {
      ...this.#beginning,
      today: this.#dayAhead ?? this.#beginning.today,
      done: path.slice(0, -1).map((step) => ({
        step,
        ...(this.#skipped.has(step) ? {} : { answers: this.#given.get(this.#formOf(step) ?? '') ?? {} }),
      })),
    };
    this.#screens = await this.#walking.host.begin(this.#beginning);
    this.#dayAhead = undefined;
    await before.leave();
    await this.toPosition();
  }

  /** Submits a complete application, because decisions need a submission. */
  async sendOff(): Promise<void> {
    if (this.#dayAhead !== undefined) await this.reopen();
    const { step, path } = await this.#screens.progress();
    if (step === undefined) return;
    const left = new Set(path.slice(path.indexOf(step)));
    if ([...left].some((id) => this.#formOf(id) !== undefined)) throw new NotOnScreen(stillMissing);
    await this.toPosition();
    await this.upTo('end');
  }

  async upTo(target: string): Promise<void> {
    for (let at = await this.at(); at !== undefined && at !== target;) {
      if (this.#formOf(at) !== undefined) await this.fill(0);
      await this.#screens.next();
      const next = await this.at();
      if (next === at) throw new WrongStep('/upTo', `The step "${at}" refuses the example of its form: ${await this.#said()}.`);
      at = next;
    }
    if (target !== 'end' && (await this.at()) === undefined)
      throw new WrongStep('/upTo', `"${target}" was not reached: the screen is ${await this.#screens.route()}.`);
  }

  async #said(): Promise<string> {
    return (await this.#screens.problems()).map(({ text }) => text).join(' ') || 'it stays';
  }

  async fill(index: number): Promise<void> {
    const form = this.#formOf(await this.at());
    if (form === undefined) throw new WrongStep('/fill', `The screen ${await this.#screens.route()} has no form.`);
    await this.give(form, exampleOf(this.#walking.release, withoutItem(form), index));
  }

  async skip(): Promise<void> {
    const at = await this.at();
    if (at === undefined || !isOptional(this.#flow, at))
      throw new WrongStep('/skip', `The screen ${await this.#screens.route()} has no optional step.`);
    this.#skipped.add(at);
    this.#given.delete(this.#formOf(at) ?? '');
    await this.#screens.skip();
  }

  /** If a form accepts an answer, the screen must allow it to be given. */
  async give(form: string, values: FormAnswers): Promise<void> {
    const id = withoutItem(form);
    const fields = this.#walking.release.forms[id]?.module.fields ?? {};
    const at = await this.at();
    const asked = this.#formOf(at);
    const key = asked !== undefined && withoutItem(asked) === form ? asked : form;
    for (const step of this.#skipped) if (this.#formOf(step) === key) this.#skipped.delete(step);
    this.#given.set(key, { ...this.#given.get(key), ...values });
    try {
      await this.#screens.answer(id, values);
    } catch (error) {
      const isSound = Object.entries(values).every(([field, value]) => fields[field]?.validate(value) === true);
      throw error instanceof NotOnScreen && isSound ? new Error(error.message) : error;
    }
  }
}
