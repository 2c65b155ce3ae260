import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { headersOf, type Borrower } from '../product/borrower.ts';
import type { Demo } from '../product/demo.ts';
import { atLeast, atMost, type Figure } from '../report.ts';
import type { Draft } from './drafts.ts';
import { homePaths, saversOf, savingRequest } from './requests.ts';
import type { Usage } from './usagePreload.ts';
import type { Consent } from './withdrawals.ts';

const connections = 50;

interface Limits {
  perSecond: number;
  p99Ms: number;
}

/** Result of a load. */
interface Outcome {
  answered: number;
  perSecond: number;
  p99Ms: number;
  /** Answers other than 2xx, and missing answers. */
  failed: number;
  /** Answers with 5xx. */
  broken: number;
}

function figuresOf(what: string, outcome: Outcome & { used: Used }, limits: Limits): Figure[] {
  const { answered, perSecond, p99Ms, failed, broken, used } = outcome;
  if (failed > 0) console.log(`  ${what}: ${failed} of ${answered} requests failed`);
  return [
    { what: `${what}, ${connections} connections`, unit: '/s', hakbang: perSecond, goal: atLeast(limits.perSecond, perSecond, '/s') },
    { what: '  … slowest hundredth (p99)', unit: 'ms', hakbang: p99Ms, goal: atMost(limits.p99Ms, p99Ms, ' ms') },
    { what: '  … answers that failed on the server (5xx)', unit: '', hakbang: broken, goal: atMost(0, broken) },
    { what: '  … CPU time of the server per request', unit: 'ms', hakbang: used.cpuMs / answered },
    { what: '  … database statements per request', unit: '', hakbang: used.statements / answered },
  ];
}

type Used = Pick<Usage, 'cpuMs' | 'statements'>;

/** Result of a load, with the server's resource usage. */
async function measured(demo: Demo, load: () => Promise<Outcome>): Promise<Outcome & { used: Used }> {
  const before = await demo.usage();
  const outcome = await load();
  const after = await demo.usage();
  return { ...outcome, used: { cpuMs: after.cpuMs - before.cpuMs, statements: after.statements - before.statements } };
}

async function cannon<Context>(options: Parameters<typeof autocannon<Context>>[0]): Promise<Outcome> {
  const { requests, latency, errors, timeouts, non2xx, '5xx': broken } = await autocannon<Context>(options);
  return { answered: requests.total, perSecond: requests.average, p99Ms: latency.p99, failed: errors + timeouts + non2xx, broken };
}

/** Loads a screen's ticket: the URLs of its parts under the active release. */
export async function loadConfiguration(demo: Demo, seconds: number): Promise<Figure[]> {
  const requests = [{ method: 'GET', path: '/api/screens?path=/start&language=en' }];
  const outcome = await measured(demo, () => cannon({ url: demo.origin, connections, duration: seconds, requests }));
  return figuresOf('GET configuration', outcome, { perSecond: 4000, p99Ms: 20 });
}

/** Sends the first tab's requests for alternating borrowers. */
export async function loadHome(demo: Demo, borrowers: readonly Borrower[], seconds: number): Promise<Figure[]> {
  const requests = homePaths.flatMap((path) => borrowers.map((borrower) => ({ method: 'GET', path, headers: headersOf(borrower) })));
  const outcome = await measured(demo, () => cannon({ url: demo.origin, connections, duration: seconds, requests }));
  return figuresOf('home, all its requests', outcome, { perSecond: 1000, p99Ms: 60 });
}

/** Borrowers save a step repeatedly. */
export async function loadDrafts(demo: Demo, borrowers: readonly Borrower[], draft: Draft, seconds: number): Promise<Figure[]> {
  const requests = [savingRequest(saversOf(borrowers, draft))];
  const connected = Math.min(connections, borrowers.length);
  const outcome = await measured(demo, () =>
    cannon({ url: demo.origin, connections: connected, duration: seconds, initialContext: {}, requests }),
  );
  return figuresOf('draft save', outcome, { perSecond: 800, p99Ms: 75 });
}

/** Borrowers accept their loans, each once, with as many concurrent requests as connections. */
export async function loadWithdrawals(demo: Demo, consents: readonly Consent[]): Promise<Figure[]> {
  const outcome = await measured(demo, () => eachOnce(consents, (consent) => sendConsent(demo.origin, consent)));
  return figuresOf('withdraw', outcome, { perSecond: 200, p99Ms: 200 });
}

const sendConsent = (origin: string, { borrower, path, body }: Consent): Promise<Response> =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...headersOf(borrower), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body,
  });

/** Sends each item once; autocannon would repeat it. */
async function eachOnce<Item>(items: readonly Item[], send: (item: Item) => Promise<Response>): Promise<Outcome> {
  const waiting = items.values();
  const tookMs: number[] = [];
  const statuses: number[] = [];
  const connection = async () => {
    for (const item of waiting) {
      const sentAt = performance.now();
      const response = await send(item);
      await response.arrayBuffer();
      tookMs.push(performance.now() - sentAt);
      statuses.push(response.status);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  const slowest = tookMs.toSorted((a, b) => a - b);
  return {
    answered: items.length,
    perSecond: items.length / seconds,
    p99Ms: slowest[Math.ceil(slowest.length * 0.99) - 1] ?? Number.NaN,
    failed: statuses.filter((status) => status >= 300).length,
    broken: statuses.filter((status) => status >= 500).length,
  };
}
