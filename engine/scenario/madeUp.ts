import type { OpenRelease } from '../compiler/index.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import type { Surroundings } from '../form/types.ts';
import { instanceKey } from '../flow/instances.ts';
import { NamedAnswers } from './named.ts';
import { walk } from './walk.ts';

interface Wanted {
  flow: string;
  step: string;
  today: string;
  session: Readonly<Record<string, unknown>>;
  /** Answers that are not made up. */
  given?: Answers;
}

/**
 * Returns the seeds, in the given order, whose made-up answers lead to a step of a flow without a server's facts.
 *
 * @param most the maximum number of seeds to return
 */
export function seedsTo(
  release: OpenRelease,
  { flow, step, today, session, given = {} }: Wanted,
  seeds: readonly number[],
  most: number,
): number[] {
  const forEach = release.flows[flow]?.steps.find(({ id }) => id === step)?.forEach;
  const scenario = {
    id: '',
    flow,
    title: '',
    today,
    session: { ...session },
    steps: [{ given }, { upTo: forEach ? instanceKey(step, 1) : step }],
  };
  const found: number[] = [];
  for (const seed of seeds) {
    if (found.length === most) break;
    if (walk(scenario, { release, seed }).length === 0) found.push(seed);
  }
  return found;
}

/** Somebody whose answers are made up: valid ones, and the same ones for the same seed. */
export class MadeUpApplicant {
  readonly #answers: NamedAnswers;

  /** @throws WrongStep if the release does not define a given answer */
  constructor(release: OpenRelease, seed: number, given: Answers = {}) {
    this.#answers = new NamedAnswers(release, seed);
    this.#answers.nameAll(given, '');
  }

  /**
   * @param key a form, or the form of one item
   * @param present answers that stay while they fit
   */
  answer(key: string, present: FormAnswers, surroundings: Surroundings): FormAnswers {
    return this.#answers.complete(key, present, surroundings, '');
  }
}
