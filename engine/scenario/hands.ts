import type { OpenRelease } from '../compiler/index.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { answersAround, formKeyOf, instanceOf, itemNumber, stepOf, withoutItem } from '../flow/instances.ts';
import { isOptional } from '../flow/places.ts';
import type { CompiledFlow } from '../flow/types.ts';
import type { Surroundings } from '../form/types.ts';
import { isSame } from './compare.ts';
import { NamedAnswers } from './named.ts';
import { visibleStep } from './screenChecks.ts';
import { isNotOnScreen, NotOnScreen, type Beginning, type ScreenHost, type Screens } from './screens.ts';
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
  #day: string;
  /** A date after the submission, before anybody looks at a screen. */
  #dayAhead: string | undefined;

  /** Answers that no other person has, such as numbers of IDs. */
  #own: Answers;
  /** Input that Next has not confirmed. */
  #isTyping = false;
  #named: NamedAnswers;

  private constructor(walking: Walking, beginning: Beginning, screens: Screens) {
    this.#walking = walking;
    this.#named = new NamedAnswers(walking.release, 1);
    this.#own = walking.host.own?.() ?? {};
    this.#beginning = beginning;
    this.#day = beginning.today;
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

  get named(): NamedAnswers {
    return this.#named;
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
    this.#day = day;
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
    this.#becomeAnother();
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

  /** Another person gives the same answers, but has numbers of their own. */
  #becomeAnother(): void {
    const before = this.#own;
    this.#own = this.#walking.host.own?.() ?? {};
    for (const [key, given] of this.#given) {
      const [was = {}, is = {}] = [before[key], this.#own[key]];
      const changed = Object.entries(given).map(([field, value]) => [field, isSame(value, was[field]) ? is[field] : value] as const);
      this.#given.set(key, Object.fromEntries(changed));
    }
  }

  /** Somebody else starts the flow. */
  async newPerson(): Promise<void> {
    const before = this.#screens;
    this.#beginning = { ...this.#beginning, today: this.#day, done: [] };
    this.#screens = await this.#walking.host.begin(this.#beginning);
    this.#named = new NamedAnswers(this.#walking.release, 1);
    this.#own = this.#walking.host.own?.() ?? {};
    this.#given.clear();
    this.#skipped.clear();
    this.#dayAhead = undefined;
    await before.leave();
    await this.#screens.open(this.#steps[0]?.route ?? '/');
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
    await this.#answerAnew();
    for (let at = await this.at(); at !== undefined && at !== target; at = await this.at()) {
      if (!this.#isTyping && (await this.#openPassed(target))) return;
      await this.#pass(at);
    }
    if (target === 'end' || (await this.at()) === target || (await this.#openPassed(target))) return;
    throw new WrongStep('/upTo', `"${target}" was not reached: the screen is ${await this.#screens.route()}.`);
  }

  /** Repeats the steps whose answers were named after the steps were done. */
  async #answerAnew(): Promise<void> {
    const { step, path } = await this.#screens.progress();
    const done = step === undefined ? path : path.slice(0, path.indexOf(step));
    const changed = done.filter((id) => this.#named.isChanged(this.#formOf(id) ?? ''));
    if (changed.length > 0) await this.reopen();
    for (const id of changed) {
      await this.#screens.open(this.#routeOf(id));
      await this.#pass(id);
    }
  }

  async #openPassed(target: string): Promise<boolean> {
    const { step, path } = await this.#screens.progress();
    const place = path.indexOf(target);
    if (place < 0 || (step !== undefined && place > path.indexOf(step))) return false;
    await this.reopen();
    await this.#screens.open(this.#routeOf(target));
    return true;
  }

  #routeOf(step: string): string {
    const found = stepOf(this.#flow, step);
    const number = itemNumber(step);
    return (found && number !== undefined ? instanceOf(found, number) : found)?.route ?? '/';
  }

  async #pass(at: string): Promise<void> {
    if (this.#formOf(at) !== undefined) await this.complete('/upTo');
    await this.next();
    if ((await this.at()) === at) throw new WrongStep('/upTo', `The step "${at}" refuses the answers: ${await this.#said()}.`);
  }

  async next(): Promise<void> {
    await this.#screens.next();
    this.#isTyping = false;
  }

  /** Answers what the visible form still asks, with the named answers. */
  async complete(pointer: string): Promise<void> {
    const key = this.#formOf(await this.at());
    if (key === undefined) throw new WrongStep(pointer, `The screen ${await this.#screens.route()} has no form.`);
    const present = this.#given.get(key) ?? {};
    const answers = {
      ...this.#named.complete(key, { ...this.#own[withoutItem(key)], ...present }, this.#surroundings(key), pointer),
      ...this.#named.of(key),
    };
    const asked = (field: string) => Object.hasOwn(answers, field) && !isSame(answers[field], present[field]);
    const rest = Object.fromEntries(Object.entries(answers).filter(([field]) => asked(field)));
    if (Object.keys(rest).length > 0) await this.give(key, rest);
  }

  #surroundings(key: string): Surroundings {
    const { scenario, release } = this.#walking;
    return {
      session: { phone: this.#beginning.phone, ...scenario.session },
      today: this.#day,
      constants: release.settings.constants,
      features: { ...release.settings.features, ...scenario.features },
      ...answersAround(this.#flow, key, Object.fromEntries(this.#given)),
    };
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
    this.#isTyping = true;
    try {
      await this.#screens.answer(id, values);
    } catch (error) {
      const isSound = Object.entries(values).every(([field, value]) => fields[field]?.validate(value) === true);
      throw isNotOnScreen(error) && isSound ? new Error(error.message) : error;
    }
  }
}
