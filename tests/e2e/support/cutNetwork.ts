import type { Page, Request, Route } from '@playwright/test';

/** `neverSent`: the request never reaches the server. `answerLost`: the server handles the request, but the response is lost. */
export type Cut = 'neverSent' | 'answerLost';

export interface CutNetwork {
  /** All cuts so far, such as `answerLost PUT /api/…`. */
  readonly cuts: readonly string[];
  heal(): Promise<void>;
}

const apiCalls = '**/api/**';
/** Headers that each request sets itself. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'accept-encoding']);

/**
 * Cuts the first try of every API call and lets the second through: of two consecutive calls to an address, the first is cut. The two kinds
 * of cut alternate; `first` is the kind that an address begins with.
 */
export async function cutEveryCall(page: Page, first: Cut): Promise<CutNetwork> {
  const cuts: string[] = [];
  const tries = new Map<string, number>();
  const handle = async (route: Route, request: Request) => {
    const name = `${request.method()} ${new URL(request.url()).pathname}`;
    const number = tries.get(name) ?? 0;
    tries.set(name, number + 1);
    if (number % 2 === 1) return route.continue();
    const cut: Cut = (number / 2) % 2 === 0 ? first : other[first];
    cuts.push(`${cut} ${name}`);
    if (cut === 'answerLost') await deliver(request);
    return route.abort('connectionreset');
  };
  await page.route(apiCalls, handle);
  return { cuts, heal: () => page.unroute(apiCalls, handle) };
}

const other: Readonly<Record<Cut, Cut>> = { neverSent: 'answerLost', answerLost: 'neverSent' };

/** Sends the same request outside the browser, so that not even the cookie of the response arrives. */
async function deliver(request: Request): Promise<void> {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':') && !ownHeaders.has(name));
  const body = request.postDataBuffer();
  await fetch(request.url(), {
    method: request.method(),
    headers: Object.fromEntries(headers),
    ...(body ? { body: new Uint8Array(body) } : {}),
  }).then((response) => response.arrayBuffer());
}

export interface BadNetwork {
  latencyMs: number;
  /** Share of lost requests, 0 to 1. */
  lost: number;
  /** Decides which requests are lost; the same seed loses the same ones. */
  seed: number;
}

/** Simulates a slow network that loses some requests: API calls, release parts and code. */
export async function worsen(page: Page, { latencyMs, lost, seed }: BadNetwork): Promise<void> {
  const draw = drawing(seed);
  await page.route('**/*', async (route, request) => {
    if (request.isNavigationRequest()) return route.continue();
    const isLost = draw() < lost;
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return isLost ? route.abort('timedout') : route.continue();
  });
}

/** Mulberry32: small, and random enough to choose lost requests. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
