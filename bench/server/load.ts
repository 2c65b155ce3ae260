import autocannon from 'autocannon';
import { headersOf, type Borrower } from '../product/borrower.ts';
import { atLeast, atMost, type Figure } from '../report.ts';
import type { Draft } from './drafts.ts';

const connections = 50;
/** What /homeIndex asks for a borrower without a loan, each as its own request. */
const homePaths = ['/api/applications/current', '/api/loans/current', '/api/messages/unread'];

interface Limits {
  perSecond: number;
  p99Ms: number;
}

function figuresOf(what: string, result: Awaited<ReturnType<typeof autocannon>>, { perSecond, p99Ms }: Limits): Figure[] {
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) console.log(`  ${what}: ${failed} of ${result.requests.total} requests failed`);
  return [
    {
      what: `${what}, ${connections} connections`,
      unit: '/s',
      hakbang: result.requests.average,
      goal: atLeast(perSecond, result.requests.average, '/s'),
    },
    { what: '  … slowest hundredth (p99)', unit: 'ms', hakbang: result.latency.p99, goal: atMost(p99Ms, result.latency.p99, ' ms') },
    { what: '  … answers that failed on the server (5xx)', unit: '', hakbang: result['5xx'], goal: atMost(0, result['5xx']) },
  ];
}

/** What a browser asks for a screen: addresses of its parts under the active release. */
export async function loadConfiguration(origin: string, seconds: number): Promise<Figure[]> {
  const requests = [{ method: 'GET', path: '/api/screens?path=/start&language=en' }];
  const result = await autocannon({ url: origin, connections, duration: seconds, requests });
  return figuresOf('GET configuration', result, { perSecond: 4000, p99Ms: 20 });
}

/** What the first tab asks for its borrowers, who take turns. */
export async function loadHome(origin: string, borrowers: readonly Borrower[], seconds: number): Promise<Figure[]> {
  const requests = homePaths.flatMap((path) => borrowers.map((borrower) => ({ method: 'GET', path, headers: headersOf(borrower) })));
  const result = await autocannon({ url: origin, connections, duration: seconds, requests });
  return figuresOf('home, each of its questions', result, { perSecond: 1000, p99Ms: 60 });
}

/**
 * Borrowers saving a step again and again, each with the revision it was told last. A request takes one who is waiting for
 * nothing: autocannon forgets a connection's context with each request, and two that save for the same borrower conflict.
 */
export async function loadDrafts(origin: string, borrowers: readonly Borrower[], draft: Draft, seconds: number): Promise<Figure[]> {
  const states = borrowers.map((borrower, index) => ({ headers: headersOf(borrower), ...draft.of(index), saves: 0 }));
  const free = [...states];
  const result = await autocannon<{ own?: (typeof states)[number] | undefined }>({
    url: origin,
    connections: Math.min(connections, borrowers.length),
    duration: seconds,
    initialContext: {},
    requests: [
      {
        method: 'PUT',
        path: draft.path,
        setupRequest(request, context) {
          const own = free.shift();
          if (!own) throw new Error('There is nobody to save a draft for.');
          context.own = own;
          own.saves += 1;
          const headers = {
            ...own.headers,
            'content-type': 'application/json',
            'if-match': `"${own.revision}"`,
            'idempotency-key': `${own.headers['x-hakbang-token'].slice(0, 16)}-${own.saves}`,
          };
          return { ...request, headers, body: own.body };
        },
        onResponse(status, body, { own }) {
          if (!own) return;
          if (status === 200) own.revision = (JSON.parse(body) as { revision: number }).revision;
          free.push(own);
        },
      },
    ],
  });
  return figuresOf('draft save', result, { perSecond: 800, p99Ms: 75 });
}
