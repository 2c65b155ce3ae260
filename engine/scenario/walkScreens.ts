import type { OpenRelease } from '../compiler/index.ts';
import type { FormAnswers } from '../config/definitions.ts';
import type { Scenario, ScenarioStep } from '../config/scenario.ts';
import { isShown, screenMismatches, stepInSight, type Sight } from './screenChecks.ts';
import { NotOnScreen, type ScreenHost, type Screens } from './screens.ts';
import { exampleOf, firstDay, knownPath, ownPhone, WrongStep } from './steps.ts';
import type { Failure } from './walk.ts';

/** How a walk in a browser went. */
export interface ScreenWalk {
  /** What was not as expected; the first ends the walk. */
  failures: Failure[];
  /** What was not tried, and why: never counted as passed. */
  untried: Failure[];
  /** Nothing of it is for a screen. */
  isSkipped: boolean;
}

type Keys = Exclude<keyof ScenarioStep, '$comment' | 'expect'>;

/** Asked of the rules themselves: what follows does not hang on it. */
const pure: Partial<Record<Keys, string>> = {
  decide: 'A decision table is asked by the server, behind the screens.',
  happen: 'An event of a life cycle happens behind the screens.',
  ask: 'A question to the product is asked without a screen.',
};

/** Done by others: without it, what follows is another story. */
const byOthers: Partial<Record<Keys, string>> = {
  facts: 'What the server finds out comes from no screen of this flow.',
  sendBack: 'What staff ask again comes from no screen of this flow.',
};

const afterTheEnd = 'The flow is complete and was sent off: its screens are closed.';
const afterwards = 'It hangs on what was not tried before it.';

/** Whether a scenario does anything that a screen shows. */
const hasScreens = ({ steps }: Scenario): boolean =>
  steps.some(
    ({ $comment: _words, today: _day, expect = {}, ...acts }) =>
      Object.keys(acts).some((name) => !(name in pure)) || Object.keys(expect).some(isShown),
  );

/** Walks a scenario through the rendered screens, as a person would. */
export async function walkScreens(scenario: Scenario, release: OpenRelease, host: ScreenHost): Promise<ScreenWalk> {
  if (!hasScreens(scenario)) {
    const reasons = scenario.steps.map((each, step) => ({ step, pointer: '', message: reasonOf(each) }));
    return { failures: [], untried: reasons, isSkipped: true };
  }
  const { id, flow, today = firstDay, session = {}, language = release.settings.languages.default } = scenario;
  const screens = await host.begin({
    id,
    flow,
    today,
    language,
    phone: typeof session['phone'] === 'string' ? session['phone'] : ownPhone,
  });
  try {
    return await new ScreenWalker({ scenario, release, screens, language, patienceMs: host.patienceMs }).walk();
  } finally {
    await screens.leave();
  }
}

const reasonOf = (step: ScenarioStep): string =>
  Object.entries(pure).find(([name]) => name in step)?.[1] ?? 'It changes nothing that a screen shows.';

interface Walking {
  scenario: Scenario;
  release: OpenRelease;
  screens: Screens;
  language: string;
  patienceMs: number;
}

class ScreenWalker {
  readonly #scenario: Scenario;
  readonly #release: OpenRelease;
  readonly #screens: Screens;
  readonly #sight: Sight;
  readonly #untried: Failure[] = [];
  #index = 0;
  #isLost = false;

  constructor({ scenario, ...about }: Walking) {
    this.#scenario = scenario;
    this.#release = about.release;
    this.#screens = about.screens;
    this.#sight = { ...about, flow: scenario.flow, isOffline: false, isNext: false };
  }

  async walk(): Promise<ScreenWalk> {
    const failures: Failure[] = [];
    if (!(await this.#begins())) return { failures, untried: this.#untried, isSkipped: true };
    for (const [index, step] of this.#scenario.steps.entries()) {
      this.#index = index;
      if (this.#isLost) this.#leaveOut('', afterwards);
      else failures.push(...(await this.#take(step)));
      if (failures.length > 0) break;
    }
    return { failures, untried: this.#untried, isSkipped: false };
  }

  /** Somebody new gets to the first step of some flows only. */
  async #begins(): Promise<boolean> {
    const [first] = this.#steps;
    await this.#screens.open(first?.route ?? '/');
    const begins = first?.form === undefined || (await this.#screens.asked()).length > 0;
    if (!begins) this.#leaveOut('', `Somebody new is asked nothing on the screen ${await this.#screens.route()}.`);
    return begins;
  }

  async #take(step: ScenarioStep): Promise<Failure[]> {
    this.#sight.isNext = step.next === true || step.upTo !== undefined;
    try {
      for (const [name, act] of Object.entries(this.#actions) as [Keys, (value: unknown) => Promise<void>][]) {
        if (step[name] === undefined) continue;
        await act(step[name]);
        if (this.#isLost) return [];
      }
      const expected = Object.fromEntries(Object.entries(step.expect ?? {}).filter(([name]) => isShown(name)));
      const wrong = await screenMismatches(expected, this.#sight);
      return await this.#withPicture(wrong.map((each) => ({ ...each, step: this.#index })));
    } catch (error) {
      if (error instanceof NotOnScreen) return this.#leaveOut('', error.message);
      if (error instanceof WrongStep) return [{ step: this.#index, pointer: error.pointer, message: error.message }];
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return this.#withPicture([{ step: this.#index, pointer: '', message: `The screen did not do it: ${message}` }]);
    }
  }

  readonly #actions: { [Key in Keys]: (value: NonNullable<ScenarioStep[Key]>) => Promise<void> } = {
    today: (day) => this.#touch(() => this.#screens.today(day)).then(() => this.#toPosition()),
    facts: () => this.#lose('facts'),
    sendBack: () => this.#lose('sendBack'),
    otherDevice: () => this.#touch(() => this.#screens.otherDevice()).then(() => this.#toPosition()),
    offline: (isOff) => {
      this.#sight.isOffline = isOff;
      return this.#screens.offline(isOff);
    },
    upTo: (step) => this.#upTo(step),
    open: (route) => this.#touch(() => this.#screens.open(route)),
    back: () => this.#touch(() => this.#screens.back()),
    fill: (example) => this.#fill(example),
    change: (paths) =>
      this.#touch(async () => {
        for (const path of paths) await this.#screens.change(knownPath(this.#release, path, '/change').split('.')[1] ?? '');
      }),
    answer: (answers) =>
      this.#touch(async () => {
        for (const [form, values] of Object.entries(answers)) {
          for (const field of Object.keys(values)) knownPath(this.#release, `${form}.${field}`, `/answer/${form}`);
          await this.#give(form, values);
        }
      }),
    next: () => this.#touch(() => this.#screens.next()),
    decide: async () => void this.#leaveOut('/decide', pure.decide ?? ''),
    happen: async () => void this.#leaveOut('/happen', pure.happen ?? ''),
    ask: async () => void this.#leaveOut('/ask', pure.ask ?? ''),
  };

  get #steps() {
    return this.#release.flows[this.#scenario.flow]?.steps ?? [];
  }

  /** Does something on the screen of a step: after the last one there is none. */
  async #touch(act: () => Promise<void>): Promise<void> {
    if (this.#isLost) return;
    if (!this.#sight.isOffline && (await this.#screens.standing()).step === undefined) {
      this.#isLost = true;
      this.#leaveOut('', afterTheEnd);
    } else await act();
  }

  async #lose(name: 'facts' | 'sendBack'): Promise<void> {
    this.#isLost = true;
    this.#leaveOut(`/${name}`, byOthers[name] ?? '');
  }

  #leaveOut(pointer: string, message: string): [] {
    this.#untried.push({ step: this.#index, pointer, message });
    return [];
  }

  /** The last page of a flow leads whoever opens it to where they stand. */
  async #toPosition(): Promise<void> {
    if (!this.#isLost) await this.#screens.open(this.#steps.at(-1)?.route ?? '/');
  }

  async #upTo(target: string): Promise<void> {
    for (let at = await stepInSight(this.#sight); at !== undefined && at !== target;) {
      const form = this.#steps.find(({ id }) => id === at)?.form;
      if (form !== undefined) await this.#fill(0);
      await this.#screens.next();
      const next = await stepInSight(this.#sight);
      if (next === at) throw new WrongStep('/upTo', `The step "${at}" does not take the example of its form: ${await this.#said()}.`);
      at = next;
    }
    if (target !== 'end' && (await stepInSight(this.#sight)) === undefined)
      throw new WrongStep('/upTo', `"${target}" was not reached: ${await this.#screens.route()} is in sight.`);
  }

  async #said(): Promise<string> {
    return (await this.#screens.problems()).map(({ text }) => text).join(' ') || 'it stays';
  }

  async #fill(index: number): Promise<void> {
    await this.#touch(async () => {
      const at = await stepInSight(this.#sight);
      const form = this.#steps.find(({ id }) => id === at)?.form;
      if (form === undefined) throw new WrongStep('/fill', `The screen ${await this.#screens.route()} asks no form.`);
      await this.#give(form, exampleOf(this.#release, form, index));
    });
  }

  /** What a form would accept must be possible to give: else it is the screen that fails. */
  async #give(form: string, values: FormAnswers): Promise<void> {
    const fields = this.#release.forms[form]?.module.fields ?? {};
    try {
      await this.#screens.answer(form, values);
    } catch (error) {
      const isSound = Object.entries(values).every(([field, value]) => fields[field]?.validate(value) === true);
      throw error instanceof NotOnScreen && isSound ? new Error(error.message) : error;
    }
  }

  async #withPicture(failures: Failure[]): Promise<Failure[]> {
    if (failures.length === 0) return [];
    const path = await this.#screens.picture();
    return failures.map((failure) => ({ ...failure, message: `${failure.message} Picture: ${path}.` }));
  }
}
