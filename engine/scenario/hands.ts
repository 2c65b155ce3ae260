import type { OpenRelease } from '../compiler/index.ts';
import type { FormAnswers } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { stepInSight } from './screenChecks.ts';
import { NotOnScreen, type Beginning, type ScreenHost, type Screens } from './screens.ts';
import { exampleOf, firstDay, ownPhone, WrongStep } from './steps.ts';

export interface Walking {
  scenario: Scenario;
  release: OpenRelease;
  host: ScreenHost;
}

const stillMissing = 'It is decided once all is sent off; here, answers are still missing.';

/** The hands of whoever walks through a flow: what they do on its steps, and what they gave so far. */
export class Hands {
  readonly #walking: Walking;
  readonly #given = new Map<string, FormAnswers>();
  #beginning: Beginning;
  #screens: Screens;
  /** A day that came after all was sent off: nobody has looked at a screen on it yet. */
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

  get #steps() {
    return this.#walking.release.flows[this.#beginning.flow]?.steps ?? [];
  }

  /** Whether nothing is left to do. */
  async isComplete(): Promise<boolean> {
    return (await this.#screens.progress()).step === undefined;
  }

  /** Id of the step whose screen is in sight. */
  at(): Promise<string | undefined> {
    return stepInSight({ screens: this.#screens, release: this.#walking.release, flow: this.#beginning.flow });
  }

  /** The day becomes this one. For what was sent off it need not come before somebody looks. */
  async on(day: string): Promise<void> {
    if (await this.isComplete()) this.#dayAhead = day;
    else await this.#toDay(day);
  }

  /** Lets a day come that was put off. */
  async catchUp(): Promise<void> {
    if (this.#dayAhead !== undefined) await this.#toDay(this.#dayAhead);
    this.#dayAhead = undefined;
  }

  async #toDay(day: string): Promise<void> {
    await this.#screens.today(day);
    await this.toPosition();
  }

  /** The last page of a flow leads whoever opens it to where they stand. */
  async toPosition(): Promise<void> {
    await this.#screens.open(this.#steps.at(-1)?.route ?? '/');
  }

  /** Once all was sent off its screens are closed: what else might have been sent, somebody else does who gave the same answers. */
  async reopen(): Promise<void> {
    if (!(await this.isComplete())) return;
    const { today: began } = this.#beginning;
    if (this.#dayAhead !== undefined && this.#dayAhead < began)
      throw new NotOnScreen(`No day comes back: nobody sends on ${this.#dayAhead} what was begun on ${began}.`);
    const { path } = await this.#screens.progress();
    const before = this.#screens;
    const asked = this.#steps.filter(({ id }) => path.includes(id) && id !== path.at(-1));
    this.#beginning = {
      ...this.#beginning,
      today: this.#dayAhead ?? this.#beginning.today,
      done: asked.map(({ id, form }) => ({ step: id, answers: this.#given.get(form ?? '') ?? {} })),
    };
    this.#screens = await this.#walking.host.begin(this.#beginning);
    this.#dayAhead = undefined;
    await before.leave();
    await this.toPosition();
  }

  /** Sends off what is ready to be: nothing is decided before. */
  async sendOff(): Promise<void> {
    if (this.#dayAhead !== undefined) await this.reopen();
    const { step, path } = await this.#screens.progress();
    if (step === undefined) return;
    const left = new Set(path.slice(path.indexOf(step)));
    if (this.#steps.some(({ id, form }) => form !== undefined && left.has(id))) throw new NotOnScreen(stillMissing);
    await this.toPosition();
    await this.upTo('end');
  }

  async upTo(target: string): Promise<void> {
    for (let at = await this.at(); at !== undefined && at !== target;) {
      const form = this.#steps.find(({ id }) => id === at)?.form;
      if (form !== undefined) await this.fill(0);
      await this.#screens.next();
      const next = await this.at();
      if (next === at) throw new WrongStep('/upTo', `The step "${at}" does not take the example of its form: ${await this.#said()}.`);
      at = next;
    }
    if (target !== 'end' && (await this.at()) === undefined)
      throw new WrongStep('/upTo', `"${target}" was not reached: ${await this.#screens.route()} is in sight.`);
  }

  async #said(): Promise<string> {
    return (await this.#screens.problems()).map(({ text }) => text).join(' ') || 'it stays';
  }

  async fill(index: number): Promise<void> {
    const at = await this.at();
    const form = this.#steps.find(({ id }) => id === at)?.form;
    if (form === undefined) throw new WrongStep('/fill', `The screen ${await this.#screens.route()} asks no form.`);
    await this.give(form, exampleOf(this.#walking.release, form, index));
  }

  /** What a form would accept must be possible to give: else it is the screen that fails. */
  async give(form: string, values: FormAnswers): Promise<void> {
    const fields = this.#walking.release.forms[form]?.module.fields ?? {};
    this.#given.set(form, { ...this.#given.get(form), ...values });
    try {
      await this.#screens.answer(form, values);
    } catch (error) {
      const isSound = Object.entries(values).every(([field, value]) => fields[field]?.validate(value) === true);
      throw error instanceof NotOnScreen && isSound ? new Error(error.message) : error;
    }
  }
}
