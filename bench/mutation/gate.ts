import { ratesOf, type Rates, type Result } from './report.ts';

/** Target rates for harmful faults. */
export const goals: Rates = { still: 0.9, written: 0.98, all: 0.98 };

/**
 * Allowed distance below a goal, in standard deviations. Faults are a sample: with n harmful ones, the share found has the standard
 * deviation √(p (1 − p) / n). A shortfall of four occurs by chance once in 30,000 runs. So a sound tree does not fail because of its seed,
 * but one that lost a rule does.
 */
const deviations = 4;

/** Lists the rates that are below their goal by more than chance. */
export function missed(results: readonly Result[]): string[] {
  const { rates, harmful } = ratesOf(results);
  return (Object.keys(goals) as (keyof Rates)[]).flatMap((name) => {
    const goal = goals[name];
    const least = goal - deviations * Math.sqrt((goal * (1 - goal)) / Math.max(1, harmful));
    return rates[name] >= least ? [] : [`${titles[name]}: ${percent(rates[name])} lies below ${percent(least)} (goal ${percent(goal)}).`];
  });
}

const titles: Readonly<Record<keyof Rates, string>> = {
  still: 'Found by check and explore',
  written: 'Found without the recording',
  all: 'Found with the recording',
};
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
