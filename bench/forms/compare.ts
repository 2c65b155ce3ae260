import type { Cost } from '../browser.ts';
import { type Figure, type Goal, type Peer, peers } from '../report.ts';
import { median } from '../statistics.ts';

export type Values = Record<Peer, number>;

/**
 * Order of the peers. Each peer follows every other equally often, because the aftermath of a heavy page, such as an exiting process, slows
 * the next one.
 */
const orders: readonly (readonly Peer[])[] = [
  ['floor', 'rhf', 'hakbang', 'rjsf'],
  ['rhf', 'rjsf', 'floor', 'hakbang'],
  ['rjsf', 'hakbang', 'rhf', 'floor'],
  ['hakbang', 'floor', 'rjsf', 'rhf'],
];

/** Collects samples per peer. Peers alternate, so that a busy moment of the machine affects all of them. */
async function samplesOf<T>(repetitions: number, measure: (peer: Peer) => Promise<T | T[]>): Promise<Record<Peer, T[]>> {
  const samples: Record<Peer, T[]> = { floor: [], rhf: [], rjsf: [], hakbang: [] };
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const peer of orders[repetition % orders.length] ?? peers) samples[peer].push(...([await measure(peer)].flat() as T[]));
  }
  return samples;
}

const medians = <T>(samples: Record<Peer, T[]>, read: (sample: T) => number) =>
  Object.fromEntries(peers.map((peer) => [peer, median(samples[peer].map(read))])) as Values;

/** Medians per peer. */
export async function compare(repetitions: number, measure: (peer: Peer) => Promise<number>): Promise<Values> {
  return medians(await samplesOf(repetitions, measure), (value) => value);
}

/** Splits costs into two figures: script, style and layout, to which the goal applies, and the whole main thread. */
export async function compareCosts(
  what: string,
  repetitions: number,
  measure: (peer: Peer) => Promise<Cost | Cost[]>,
  goal?: (values: Values) => Goal,
): Promise<{ figures: Figure[]; work: Values }> {
  const samples = await samplesOf(repetitions, measure);
  const work = medians(samples, ({ workMs }) => workMs);
  const total = medians(samples, ({ totalMs }) => totalMs);
  const figures: Figure[] = [
    { what, unit: 'ms', ...work, ...(goal ? { goal: goal(work) } : {}) },
    { what: `  … and with painting`, unit: 'ms', ...total },
  ];
  return { figures, work };
}
