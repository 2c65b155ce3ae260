import type { Static } from 'typebox';
import type { OperationId, Operations } from '../../server/contract/operations.ts';
import { ApiProblem, isTransient, networkAbnormal, problemOf } from './problem.ts';
import type * as Requests from './request.ts';
import type { PreparedRequest } from './request.ts';
import { RequestKeys } from './requestKeys.ts';

export type Input<Id extends OperationId> = Static<Operations[Id]['input']>;
export type Output<Id extends OperationId> = Static<Operations[Id]['output']>;

export interface ClientOptions {
  /** Origin of the API; empty for the origin of the page. */
  base?: string;
  /** Hash of the release that the page was rendered from. */
  release: () => string;
  /** The `token` half of the session; the other half is a cookie that scripts cannot read. */
  token: () => string | undefined;
  /** Called after every response or failure, so that the app knows whether it is online. */
  onReached?: (reached: boolean) => void;
  /** Whether an immediate retry makes sense. */
  isOnline?: () => boolean;
  fetch?: typeof fetch;
  /** Idempotency keys of requests without a response; by default those of this page. */
  keys?: RequestKeys;
  /** Delay before each retry (ms). */
  retryDelaysMs?: readonly number[];
  timeoutMs?: number;
}

export interface CallOptions {
  /** Revision that the change is based on; sent as If-Match. */
  revision?: number;
  /** One key for all attempts at the same command. By default `RequestKeys` derives it from the input. */
  idempotencyKey?: string;
}

export interface ApiClient {
  /** Rejects with `ApiProblem`. */
  call: <Id extends OperationId>(operation: Id, input: Input<Id>, options?: CallOptions) => Promise<Output<Id>>;
  /** Like `call`, for an operation that the configuration names. The compiler has checked the name. */
  callByName: (operation: string, input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;
  /** Headers of every request. */
  headers: () => Record<string, string>;
  url: (path: string) => string;
  /** Whether the API has another origin, so that requests must include credentials explicitly. */
  isElsewhere: boolean;
}

/** With three in ten requests lost, four attempts fail once in a hundred (safety.md, Faults). */
const defaultDelaysMs = [400, 1200, 3000] as const;
const defaultTimeoutMs = 20_000;
/** The API client, typed by the contract without shipping its schemas. */
export function createClient(options: ClientOptions): ApiClient {
  const { base = '', retryDelaysMs = defaultDelaysMs, keys = new RequestKeys() } = options;
  const isElsewhere = /^https?:/.test(base);
  const headers = () => {
    const token = options.token();
    return { 'x-release': options.release(), ...(token ? { 'x-hakbang-token': token } : {}) };
  };

  async function callByName(operation: string, input?: Record<string, unknown>, call: CallOptions = {}): Promise<unknown> {
    const { isRepeatable, prepareRequest } = await requests();
    const request = prepareRequest(operation, input);
    const repeatable = isRepeatable(operation);
    const delays = repeatable && options.isOnline?.() !== false ? retryDelaysMs : [];
    if (request.method === 'GET' || call.idempotencyKey !== undefined || !repeatable) return attempts(request, call, delays);
    // Never store the hash of a login code: its few digits could be guessed.
    const name = `${operation} ${request.path} ${request.body ?? ''}`;
    const idempotencyKey = keys.keyFor(name, !operation.startsWith('auth.'));
    try {
      const answer = await attempts(request, { ...call, idempotencyKey }, delays);
      keys.settled(name);
      return answer;
    } catch (error) {
      if (!isTransient(error)) keys.settled(name);
      throw error;
    }
  }

  async function attempts(request: PreparedRequest, call: CallOptions, delays: readonly number[]): Promise<unknown> {
    const init = initOf(request, call, headers(), isElsewhere);
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(base + request.path, init, options);
      } catch (error) {
        const delay = delays[attempt];
        if (delay === undefined || !isTransient(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  return {
    callByName,
    call: (operation, input, call) => callByName(operation, input as Record<string, unknown>, call) as Promise<never>,
    headers,
    url: (path) => base + path,
    isElsewhere,
  };
}

let loading: Promise<typeof Requests> | undefined;

/**
 * Loads the table of operations; a visitor who only reads the first page needs none. Calls `import()` once: on a slow phone each further
 * call takes 20 ms, even for a loaded module (bench/).
 */
export const requests = () =>
  (loading ??= import('./request.ts').catch(() => {
    loading = undefined;
    throw new ApiProblem(networkAbnormal);
  }));

function initOf(
  { method, body }: PreparedRequest,
  { revision, idempotencyKey }: CallOptions,
  headers: Record<string, string>,
  isElsewhere: boolean,
): RequestInit {
  const changes = method !== 'GET';
  return {
    method,
    credentials: isElsewhere ? 'include' : 'same-origin',
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(changes ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

async function once(url: string, init: RequestInit, options: ClientOptions): Promise<unknown> {
  const send = options.fetch ?? fetch;
  const response = await send(url, { ...init, signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs) }).catch(() => {
    options.onReached?.(false);
    throw new ApiProblem(networkAbnormal);
  });
  options.onReached?.(true);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, body);
  return body;
}
