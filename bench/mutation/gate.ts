import { ratesOf, type Rates, type Result } from './report.ts';

/** What is aimed at, of the harmful faults. */
export const goals: Rates = { still: 0.9, all: 0.98 };

/**
 * How far below a goal a run may lie before it fails. Faults are a sample: of n harmful ones the share found strays by
 * √(p (1 − p) / n). Four times that is met by chance once in 30,000 runs, so that a sound tree does not fail by its seed, and one that has
 * lost a rule does.
 */
const deviations = 4;

/** In words, which rate lies below its goal by more than chance. */
export function missed(results: readonly Result[]): string[] {
  const { rates, harmful } = ratesOf(results);
  return (Object.keys(goals) as (keyof Rates)[]).flatMap((name) => {
    const goal = goals[name];
    const least = goal - deviations * Math.sqrt((goal * (1 - goal)) / Math.max(1, harmful));
    return rates[name] >= least ? [] : [`${titles[name]}: ${percent(rates[name])} lies below ${percent(least)} (goal ${percent(goal)}).`];
  });
}

const titles: Readonly<Record<keyof Rates, string>> = { still: 'Found by check and explore', all: 'Found by check, explore and scenarios' };
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
