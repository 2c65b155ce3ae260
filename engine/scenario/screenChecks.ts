import type { CompiledFlow } from '../flow/types.ts';
import { instanceKey, itemParameter, stepOf } from '../flow/instances.ts';
import { isStepAt } from '../flow/places.ts';
import type { OpenRelease } from '../compiler/index.ts';
import type { Expectation } from '../config/scenario.ts';
import { stableJson } from '../form/hash.ts';
import { segmentsOf } from '../form/pointer.ts';
import { different, lacking } from './compare.ts';
import type { Mismatch } from './expect.ts';
import type { Observation, Screens, ShownProblem, ScreenReader } from './screens.ts';
import { messageOf } from './texts.ts';

/** The state after a step, for expectations. */
export interface Sight {
  /** The screens of the person in the flow. */
  hands: Screens | undefined;
  /** The results of the step outside the flow. */
  after: Partial<Observation> & { outcome?: unknown };
  release: OpenRelease;
  flow: string;
  language: string;
  /** Offline, only the screen itself shows the position. */
  isOffline: boolean;
  /** How long to wait for a screen that is still changing. */
  patienceMs: number;
  /** Next was pressed last, so the screen must be at the position. */
  isNext: boolean;
}

type FlowSight = Sight & { screens: Screens };
type FlowCheck = (expected: Expectation, sight: FlowSight) => Promise<string | undefined>;

/** Expectations about the flow. */
const ofFlow: Partial<Record<keyof Expectation, FlowCheck>> = {
  position: async ({ position = '' }, sight) => {
    const shown = await visibleStep(sight);
    if (sight.isOffline) return different(position, shown ?? 'complete');
    const { step = 'complete' } = await sight.screens.progress();
    if (step !== position) return different(position, step);
    const hasProblems = (await sight.screens.problems()).length > 0;
    if (!sight.isNext || hasProblems || shown === position) return undefined;
    return `Expected Next to lead to the screen of "${position}", but the screen is ${await sight.screens.route()}.`;
  },
  complete: async ({ complete }, { screens }) => different(complete, (await screens.progress()).step === undefined),
  path: async ({ path }, { screens }) => different(path, (await screens.progress()).path),
  problems: async ({ problems = [] }, sight) => wrongProblems(problems, sight),
  texts: async ({ texts = [] }, { screens }) => missingIn(await screens.text(), texts),
  asks: async ({ asks = [] }, { screens }) => without(asks, await screens.asked(), 'asks'),
  asksNot: async ({ asksNot = [] }, { screens }) => {
    const asked = await screens.asked();
    const found = asksNot.filter((field) => asked.includes(field));
    return found.length === 0 ? undefined : `Expected it not to ask for ${JSON.stringify(found)}, but it does.`;
  },
  locked: async ({ locked = [] }, { screens }) => without(locked, await screens.locked(), 'locks'),
  stored: async ({ stored = {} }, { screens, release }) => {
    const { answers, masked } = await screens.progress();
    const wrong = Object.entries(stored).flatMap(([form, fields]) =>
      Object.entries(fields).filter(([field, value]) => {
        // The owner of a secret answer sees only that it exists.
        if (release.forms[form]?.module.fields[field]?.sensitive && masked[form]?.[field] !== undefined) return false;
        return stableJson(answers[form]?.[field]) !== stableJson(value);
      }),
    );
    return wrong.length === 0
      ? undefined
      : `Expected ${wrong.map(([field, value]) => `"${field}" ${JSON.stringify(value)}`).join(', ')}, but the server holds ${JSON.stringify(answers)}.`;
  },
};

/** Expectations outside the flow: decisions, questions and events. */
const beside: Partial<Record<keyof Expectation, (expected: Expectation, sight: Sight) => string | undefined>> = {
  outcome: ({ outcome }, { after }) => different(outcome, after.outcome),
  answer: ({ answer }, { after }) => lacking(answer, after.answer),
  state: ({ state }, { after }) => different(state, after.state),
  refused: ({ refused }, { after }) => different(refused, after.isRefused),
  effects: ({ effects }, { after }) => different(effects, after.effects),
};

/** The names of these expectations in the results. */
const placeOf: Partial<Record<keyof Expectation, keyof Sight['after']>> = { refused: 'isRefused' };

/** Whether an expectation is about the flow. */
export const isOfFlow = (name: string): boolean => Object.hasOwn(ofFlow, name);

/** Whether the screen can show the expected value. */
export const isShown = (name: keyof Expectation, after: Sight['after']): boolean =>
  name === 'shows' || isOfFlow(name) || ((placeOf[name] ?? name) as keyof Sight['after']) in after;

const betweenLooksMs = 100;

/** Compares the visible state with the expectations. */
export async function screenMismatches(expected: Expectation, sight: Sight): Promise<Mismatch[]> {
  return lookedAgain(
    () => look(expected, sight),
    (found) => found.length === 0,
    sight.patienceMs,
  );
}

/** Polls until the state is right or the patience ends. */
async function lookedAgain<Seen>(look: () => Promise<Seen>, isRight: (seen: Seen) => boolean, patienceMs: number): Promise<Seen> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen) || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}

async function look(expected: Expectation, sight: Sight): Promise<Mismatch[]> {
  const found: Mismatch[] = [];
  for (const name of Object.keys(expected) as (keyof Expectation)[]) {
    const message = await mismatch(name, expected, sight);
    if (message !== undefined) found.push({ pointer: `/expect/${name}`, message });
  }
  return found;
}

async function mismatch(name: keyof Expectation, expected: Expectation, sight: Sight): Promise<string | undefined> {
  const screens = sight.after.screens ?? sight.hands;
  if (name === 'shows' && screens) return unread(expected.shows ?? {}, screens, sight.patienceMs);
  if (sight.hands && ofFlow[name]) return ofFlow[name](expected, { ...sight, screens: sight.hands });
  return beside[name]?.(expected, sight);
}

/** Opens each screen, reads it and returns. */
async function unread(shows: NonNullable<Expectation['shows']>, screens: ScreenReader, patienceMs: number): Promise<string | undefined> {
  const before = await screens.route();
  const wrong: string[] = [];
  for (const [route, texts] of Object.entries(shows)) {
    await screens.open(route);
    const message = await lookedAgain(
      async () => missingIn(await screens.text(), texts),
      (missing) => missing === undefined,
      patienceMs,
    );
    if (message !== undefined) wrong.push(`${route}: ${message}`);
  }
  if (wrong.length === 0) await screens.open(before);
  return wrong.length === 0 ? undefined : wrong.join(' ');
}

function missingIn(text: string, texts: readonly string[]): string | undefined {
  const missing = texts.filter((each) => !flat(text).includes(flat(each)));
  return missing.length === 0
    ? undefined
    : `Expected the screen to show ${JSON.stringify(missing)}, but it shows ${JSON.stringify(flat(text))}.`;
}

/** Returns the id of the visible step. */
export async function visibleStep({
  screens,
  release,
  flow,
}: Pick<FlowSight, 'screens' | 'release' | 'flow'>): Promise<string | undefined> {
  const route = await screens.route();
  const compiled = release.flows[flow];
  return compiled && stepIdAt(compiled, route);
}

/** Returns the id of the step at a route, on the path or not. */
export function stepIdAt({ steps }: CompiledFlow, route: string): string | undefined {
  const step = steps.find((each) => isStepAt(each.route, route));
  const number = step && route.split(/[/?#]/)[step.route.split('/').indexOf(itemParameter)];
  return step?.forEach ? instanceKey(step.id, Number(number)) : step?.id;
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

function without(expected: readonly string[], actual: readonly string[], verb: string): string | undefined {
  const missing = expected.filter((each) => !actual.includes(each));
  return missing.length === 0 ? undefined : `Expected ${JSON.stringify(missing)}, but the form ${verb} ${JSON.stringify(actual)}.`;
}

/** Checks that every problem is shown at its input with its own text, and no other problem is. */
async function wrongProblems(problems: readonly string[], sight: FlowSight): Promise<string | undefined> {
  const { screens, release, flow, language } = sight;
  const step = await visibleStep(sight);
  const compiled = release.flows[flow];
  const form = release.forms[(compiled && step !== undefined && stepOf(compiled, step)?.form) || ''];
  const left = [...(await screens.problems())];
  const missing = problems.flatMap((problem) => {
    const [path = '', code = ''] = problem.split(' ');
    const words = form && messageOf(release, language, form, { path, code });
    const at = left.findIndex((shown) => isAt(shown, path) && words !== undefined && isSaid(words, shown.text));
    if (at >= 0) left.splice(at, 1);
    return at >= 0 ? [] : [`${problem} (${words ?? 'which has no text'})`];
  });
  if (missing.length === 0 && left.length === 0) return undefined;
  const shown = left.map(({ id, text }) => `${id}: ${text}`);
  return `Expected ${JSON.stringify(missing)} in addition, but the screen shows ${JSON.stringify(shown)}.`;
}

const isAt = ({ id }: ShownProblem, path: string): boolean => id.endsWith(`-${segmentsOf(path).join('-')}-problem`);

/** A formatted value, or one that only the validator knows, matches anything. */
function isSaid(words: string, text: string): boolean {
  const parts = words.split(/\{\{.*?\}\}/).map((part) => flat(part).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(flat(text).trim());
}
