import type { Cause } from '../../contract/staff/studio.ts';
import type { Guardrails, Sums } from '../release/rolloutTable.ts';
import { counted } from './counted.ts';

/** The counts of both releases in one time window. */
export interface Window {
  base: Sums;
  next: Sums;
}

export interface StepFigures {
  flow: string;
  step: string;
  reachedBefore: number;
  reachedAfter: number;
  /** Percent of the people who reached the step and did not save it. */
  dropOffBefore: number;
  dropOffAfter: number;
  isBreached: boolean;
}

export interface Judged {
  visitsBefore: number;
  visitsAfter: number;
  /** Percent of the people who met an error. */
  errorsBefore: number;
  errorsAfter: number;
  isErrorsBreached: boolean;
  /** Networks of visitors without a session, and the percentage of them that met an error. */
  networks: { before: number; after: number; errorsBefore: number; errorsAfter: number; isBreached: boolean };
  steps: StepFigures[];
  /** `waits`: too few people to judge. */
  verdict: 'waits' | 'holds' | 'breached';
  /** Empty unless breached. */
  causes: Cause[];
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Compares the new release with the old one in the same time window. */
export function judgeRollout({ base, next }: Window, guardrails: Guardrails): Judged {
  const [visitsBefore, visitsAfter] = [base[counted.visit] ?? 0, next[counted.visit] ?? 0];
  const isEnough = visitsBefore >= guardrails.visits && visitsAfter >= guardrails.visits;
  const [errorsBefore, errorsAfter] = [share(base, counted.error, counted.visit), share(next, counted.error, counted.visit)];
  const networks = networksOf(base, next, guardrails);
  const isErrorsBreached = isEnough && errorsAfter - errorsBefore > guardrails.moreErrors;
  const steps = stepsOf(base, next, guardrails);
  const breached = steps.filter(({ isBreached }) => isBreached);
  const errors = { after: errorsAfter, before: errorsBefore, ofAfter: visitsAfter, ofBefore: visitsBefore };
  const ofVisitors = { after: networks.errorsAfter, before: networks.errorsBefore, ofAfter: networks.after, ofBefore: networks.before };
  const causes: Cause[] = [
    ...(isErrorsBreached ? [{ code: 'moreErrors', params: errors }] : []),
    ...(networks.isBreached ? [{ code: 'moreVisitorErrors', params: ofVisitors }] : []),
    ...breached.map(({ flow, step, dropOffBefore, dropOffAfter, reachedBefore, reachedAfter }) => ({
      code: 'moreDropOff',
      params: { flow, step, after: dropOffAfter, before: dropOffBefore, ofAfter: reachedAfter, ofBefore: reachedBefore },
    })),
  ];
  const verdict = causes.length > 0 ? 'breached' : isEnough ? 'holds' : 'waits';
  return { visitsBefore, visitsAfter, errorsBefore, errorsAfter, isErrorsBreached, networks, steps, verdict, causes };
}

function share(sums: Sums, part: string, whole: string): number {
  const all = sums[whole] ?? 0;
  return all === 0 ? 0 : round((100 * (sums[part] ?? 0)) / all);
}

/**
 * At least this many networks must have met an error, even if few are judged, so that one or two flooding networks cannot pause a rollout.
 */
const fewestNetworks = 5;

/** A network counts once, as with or without an error. */
function networksOf(base: Sums, next: Sums, { visits, moreErrors }: Guardrails): Judged['networks'] {
  const [before, after] = [base[counted.network] ?? 0, next[counted.network] ?? 0];
  const [errorsBefore, errorsAfter] = [base, next].map((sums) => share(sums, counted.networkError, counted.network)) as [number, number];
  const areMany = (next[counted.networkError] ?? 0) >= fewestNetworks;
  const isBreached = before >= visits && after >= visits && areMany && errorsAfter - errorsBefore > moreErrors;
  return { before, after, errorsBefore, errorsAfter, isBreached };
}

function stepsOf(base: Sums, next: Sums, { reached: enough, moreDropOff }: Guardrails): StepFigures[] {
  const reached = [...new Set([...Object.keys(base), ...Object.keys(next)])].filter((key) => key.endsWith('|reached'));
  return reached.flatMap((key): StepFigures[] => {
    const [flow = '', step = ''] = key.split('|');
    const [reachedBefore, reachedAfter] = [base[key] ?? 0, next[key] ?? 0];
    const [dropOffBefore, dropOffAfter] = [dropOff(base, flow, step), dropOff(next, flow, step)];
    const isBreached = reachedBefore >= enough && reachedAfter >= enough && dropOffAfter - dropOffBefore > moreDropOff;
    return [{ flow, step, reachedBefore, reachedAfter, dropOffBefore, dropOffAfter, isBreached }];
  });
}

function dropOff(sums: Sums, flow: string, step: string): number {
  const [reached, saved] = [sums[`${flow}|${step}|reached`] ?? 0, sums[`${flow}|${step}|saved`] ?? 0];
  return reached === 0 ? 0 : round(Math.max(0, (100 * (reached - saved)) / reached));
}
