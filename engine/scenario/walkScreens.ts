import type { ScenarioStep } from '../config/scenario.ts';
import { Hands, type Walking } from './hands.ts';
import { isOfFlow, isShown, screenMismatches } from './screenChecks.ts';
import { isNotOnScreen, NotOnScreen, type Observation, type Scene, type ScreenReader } from './screens.ts';
import { firstDay, knownPath, knownRoutes, WrongStep } from './steps.ts';
import type { Failure } from './walk.ts';

/** The result of a run in a browser. */
export interface ScreenWalk {
  /** The failed expectations. The first one ends the run. */
  failures: Failure[];
  /** The expectations that were not tested, and why. They never count as passed. */
  untried: Failure[];
  /** Nothing could be tested. */
  isSkipped: boolean;
}

type Keys = Exclude<keyof ScenarioStep, '$comment' | 'expect'>;

/** These steps need no person in the flow. */
const outsideTheFlow: readonly string[] = ['ask', 'happen', 'look', 'try', 'today', '$comment', 'expect'] satisfies (keyof ScenarioStep)[];

/** If one of these cannot run, the rest of the scenario is meaningless. */
const changesTheStory: ReadonlySet<Keys> = new Set(['facts', 'guest', 'sendBack', 'today', 'otherDevice', 'newPerson']);

const afterwards = 'It depends on an earlier step that was not tested.';

/** Runs a scenario on the rendered screens, as a person would. */
export async function walkScreens(walking: Walking): Promise<ScreenWalk> {
  const needsHands = walking.scenario.steps.some(
    (step) => Object.keys(step).some((name) => !outsideTheFlow.includes(name)) || Object.keys(step.expect ?? {}).some(isOfFlow),
  );
  const hands = needsHands ? await Hands.begin(walking) : undefined;
  try {
    return await new ScreenWalker(walking, hands).walk();
  } finally {
    await hands?.screens.leave();
  }
}

const notShown = async (): Promise<never> => {
  throw new NotOnScreen('No person can produce this data.');
};

class ScreenWalker {
  readonly #walking: Walking;
  readonly #hands: Hands | undefined;
  readonly #untried: Failure[] = [];
  #scene: Scene;
  #index = 0;
  #doing: Keys = 'today';
  #triedCount = 0;
  #isLost = false;
  #isOffline = false;
  /** The results of the step outside the flow. */
  #after: Partial<Observation> & { outcome?: unknown } = {};

  constructor(walking: Walking, hands: Hands | undefined) {
    const { id, today = firstDay, language = walking.release.settings.languages.default } = walking.scenario;
    this.#walking = walking;
    this.#hands = hands;
    this.#scene = { id, today, language };
  }

  async walk(): Promise<ScreenWalk> {
    const failures: Failure[] = [];
    for (const [index, step] of this.#walking.scenario.steps.entries()) {
      this.#index = index;
      if (this.#isLost) this.#leaveOut('', afterwards);
      else failures.push(...(await this.#take(step)));
      if (failures.length > 0) break;
    }
    return { failures, untried: this.#untried, isSkipped: this.#triedCount === 0 && failures.length === 0 };
  }

  async #take(step: ScenarioStep): Promise<Failure[]> {
    this.#after = {};
    try {
      knownRoutes(this.#walking.release, Object.keys(step.expect?.shows ?? {}));
      for (const [name, act] of Object.entries(this.#actions) as [Keys, (value: unknown) => Promise<void>][]) {
        this.#doing = name;
        if (step[name] !== undefined) await act(step[name]);
      }
      const found = await this.#look(step);
      this.#triedCount += 1;
      return found;
    } catch (error) {
      if (error instanceof WrongStep) return [{ step: this.#index, pointer: error.pointer, message: error.message }];
      if (isNotOnScreen(error)) {
        this.#isLost ||= this.#hands !== undefined && changesTheStory.has(this.#doing);
        return this.#leaveOut('', error.message);
      }
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return this.#withPicture([{ step: this.#index, pointer: '', message: `The screen failed: ${message}` }]);
    } finally {
      await this.#after.screens?.leave();
    }
  }

  async #look({ expect: expected = {}, next, upTo }: ScenarioStep): Promise<Failure[]> {
    if (Object.keys(expected).some(isOfFlow)) await this.#hands?.catchUp();
    const unseen = (Object.keys(expected) as (keyof typeof expected)[]).filter((name) => !isShown(name, this.#after));
    for (const name of unseen) this.#leaveOut(`/expect/${name}`, 'Effects are not visible on the screens.');
    const seen = Object.fromEntries(Object.entries(expected).filter(([name]) => !unseen.includes(name as keyof typeof expected)));
    const wrong = await screenMismatches(seen, {
      hands: this.#hands?.screens,
      after: this.#after,
      release: this.#walking.release,
      flow: this.#walking.scenario.flow,
      language: this.#scene.language,
      patienceMs: this.#walking.host.patienceMs,
      isOffline: this.#isOffline,
      isNext: next === true || upTo !== undefined,
    });
    return this.#withPicture(wrong.map((each) => ({ ...each, step: this.#index })));
  }

  readonly #actions: { [Key in Keys]: (value: NonNullable<ScenarioStep[Key]>) => Promise<void> } = {
    today: async (today) => {
      this.#scene = { ...this.#scene, today };
      await this.#hands?.on(today);
    },
    facts: async (facts) => {
      await this.#hands?.screens.facts(facts);
      await this.#hands?.toPosition();
    },
    sendBack: async (corrections) => {
      await this.#hands?.screens.sendBack(corrections);
      await this.#hands?.toPosition();
    },
    otherDevice: async () => {
      await this.#hands?.screens.otherDevice();
      await this.#hands?.toPosition();
    },
    offline: async (isOff) => {
      this.#isOffline = isOff;
      await this.#hands?.screens.offline(isOff);
    },
    newPerson: async () => this.#hands?.newPerson(),
    given: async (answers) => this.#name(answers, '/given'),
    upTo: async (step) => this.#hands?.upTo(step),
    open: (route) => this.#touch(({ screens }) => screens.open(route)),
    back: () => this.#touch(({ screens }) => screens.back()),
    guest: async () => {
      throw new NotOnScreen('A guest answers on their own device.');
    },
    fill: (example) => this.#touch((hands) => (example === 'rest' ? hands.complete('/fill') : hands.fill(example))),
    change: (paths) =>
      this.#touch(async ({ screens }) => {
        for (const path of paths) await screens.change(knownPath(this.#walking.release, path, '/change').split('.')[1] ?? '');
      }),
    answer: (answers) =>
      this.#touch(async (hands) => {
        this.#name(answers, '/answer');
        for (const [form, values] of Object.entries(answers)) await hands.give(form, values);
      }),
    skip: () => this.#touch((hands) => hands.skip()),
    next: () => this.#touch((hands) => hands.next()),
    decide: async (table) => {
      await this.#hands?.sendOff();
      this.#after = { outcome: await this.#hands?.screens.decision(table) };
    },
    happen: async (happening) => void (this.#after = await this.#walking.host.happen(happening, this.#scene)),
    look: notShown,
    try: notShown,
    ask: async ({ question, with: given = {} }) => void (this.#after = await this.#walking.host.ask(question, given, this.#scene)),
  };

  /** Acts on the screen of a step. If the flow was submitted, another person does. */
  async #touch(act: (hands: Hands) => Promise<void>): Promise<void> {
    if (!this.#hands) return;
    if (!this.#isOffline) await this.#hands.reopen();
    await act(this.#hands);
  }

  #name(answers: NonNullable<ScenarioStep['given']>, pointer: string): void {
    this.#hands?.named.nameAll(answers, pointer);
  }

  #leaveOut(pointer: string, message: string): [] {
    this.#untried.push({ step: this.#index, pointer, message });
    return [];
  }

  async #withPicture(failures: Failure[]): Promise<Failure[]> {
    const sights: ScreenReader | undefined = this.#after.screens ?? this.#hands?.screens;
    if (failures.length === 0 || !sights) return failures;
    const path = await sights.picture();
    return failures.map((failure) => ({ ...failure, message: `${failure.message} Picture: ${path}.` }));
  }
}
