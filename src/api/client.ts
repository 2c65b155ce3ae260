import type { Static } from 'typebox';
import type { platformOperations } from '../../server/contract/platformOperations.ts';
import { ApiProblem, isTransient, networkAbnormal, problemOf } from './problem.ts';
import type { PreparedRequest, Requests } from './request.ts';
import { RequestKeys } from './requestKeys.ts';

type PlatformOperations = typeof platformOperations;
/** Operations that code calls by name. A product adds its own (see src/borrower/contract.ts). */
export interface Operations extends PlatformOperations {}
type OperationId = keyof Operations;

export type Input<Id extends OperationId> = Static<Operations[Id]['input']>;
export type Output<Id extends OperationId> = Static<Operations[Id]['output']>;

export interface ClientOptions {
  /** Origin of the API; empty for the page's own origin. */
  base?: string;
  /** Loads the product's operations. A visitor who only reads the first page needs none. */
  requests: () => Promise<Requests>;
  /** Hash of the release that the page was rendered from. */
  release: () => string;
  /** The `token` half of the session; the other half is a cookie that scripts cannot read. */
  token: () => string | undefined;
  /** Additional headers for every request. */
  headers?: (() => Record<string, string>) | undefined;
  /** Called after every response or failure, so that the app knows whether it is online. */
  onReached?: (reached: boolean) => void;
  /** Whether an immediate retry makes sense. */
  isOnline?: () => boolean;
  fetch?: typeof fetch;
  /** Idempotency keys of requests that have no response yet; by default those of this page. */
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
  /** The request of an operation, for code that sends it by other means. */
  prepare: (operation: OperationId, input?: Record<string, unknown>) => Promise<PreparedRequest>;
  /** Headers sent with every request. */
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
    return {
      'x-release': options.release(),
      ...(token ? { 'x-hakbang-token': token } : {}),
      ...options.headers?.(),
    };
  };

  async function callByName(operation: string, input?: Record<string, unknown>, call: CallOptions = {}): Promise<unknown> {
    const { isRepeatable, prepareRequest } = await options.requests();
    const request = prepareRequest(operation, input);
    const repeatable = isRepeatable(operation);
    const delays = repeatable && options.isOnline?.() !== false ? retryDelaysMs : [];
    if (request.method === 'GET' || call.idempotencyKey !== undefined || !repeatable) return attempts(request, call, delays);
    // Never store the hash of a login code: it has so few digits that it could be guessed.
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
    prepare: async (operation, input) => (await options.requests()).prepareRequest(operation, input),
    headers,
    url: (path) => base + path,
    isElsewhere,
  };
}

/**
 * Loads the requests once, and again after a failure. On a slow phone each further `import()` takes 20 ms, even of a loaded module
 * (bench/).
 */
export function loadedOnce(load: () => Promise<{ requests: Requests }>): () => Promise<Requests> {
  let loading: Promise<Requests> | undefined;
  return () =>
    (loading ??= load().then(
      ({ requests }) => requests,
      () => {
        loading = undefined;
        throw new ApiProblem(networkAbnormal);
      },
    ));
}

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
