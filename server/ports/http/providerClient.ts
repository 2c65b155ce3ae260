import { setTimeout as wait } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import type { Clock, Random } from '../../platform/deps.ts';
import { randomToken, systemRandom } from '../../platform/random.ts';
import { systemClock } from '../../platform/time.ts';
import { ProviderError } from '../providerError.ts';
import { isA } from './protocol.ts';
import { signedHeaders, type ProviderKey } from './signing.ts';

export interface ProviderClientOptions {
  /** For messages: `payout`, `sms` … */
  name: string;
  /** Address that paths are appended to, e.g. `https://pay.example/v1`. */
  url: string;
  key: ProviderKey;
  /** How long an answer may take; default 10,000. */
  timeoutMs?: number;
  /** How often a question (GET) is asked again; default 2. What has an effect is never sent again from here. */
  retries?: number;
  /** The real time, since the provider compares it with its own; not the clock that `/dev/clock` moves. */
  clock?: Clock;
  random?: Random;
}

export interface ProviderAnswer<T> {
  status: number;
  /** Present when the body is what was expected. */
  body?: T;
  /** The `code` of a refusal. */
  code?: string;
}

const firstRetryMs = 100;
const longestAnswerBytes = 4 * 1024 * 1024;

/** Speaks signed HTTP with one provider. */
export class ProviderClient {
  readonly #options: Required<ProviderClientOptions>;

  constructor(options: ProviderClientOptions) {
    this.#options = { timeoutMs: 10_000, retries: 2, clock: systemClock, random: systemRandom, ...options };
  }

  /**
   * Asks. Tried again when the provider cannot be reached or answers 5xx or 429; then rejects as `unavailable`. Any other
   * refusal but `unknownReference` rejects as `refused`; that one answers undefined.
   */
  async get<S extends TSchema>(path: string, schema: S): Promise<Static<S> | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#getOnce(path, schema);
      } catch (error) {
        if (attempt >= this.#options.retries || !(error instanceof ProviderError) || error.kind === 'refused') throw error;
        await wait(firstRetryMs * 2 ** attempt);
      }
    }
  }

  async #getOnce<S extends TSchema>(path: string, schema: S): Promise<Static<S> | undefined> {
    const { status, body, code } = await this.#send('GET', path, '', schema);
    // A 404 of a proxy must not be read as "never heard of it".
    if (status === 404 && code === 'unknownReference') return undefined;
    if (status >= 400) throw this.#refusal(status);
    if (body === undefined) throw new ProviderError('unavailable', `${this.#options.name}: an answer that cannot be read`);
    return body;
  }

  /**
   * Sends what has an effect, once. Rejects as `unavailable` when it may or may not have happened (no answer, 5xx, an answer
   * that cannot be read), as `refused` when the provider says that it did not (4xx).
   */
  async post<S extends TSchema>(path: string, content: unknown, schema: S, headers: Record<string, string> = {}): Promise<Static<S>> {
    const { status, body } = await this.#send('POST', path, JSON.stringify(content), schema, headers);
    if (status >= 400) throw this.#refusal(status);
    if (body === undefined) throw new ProviderError('unavailable', `${this.#options.name}: an answer that cannot be read`);
    return body;
  }

  #refusal(status: number): ProviderError {
    const passing = status >= 500 || status === 429 || status === 408;
    return new ProviderError(passing ? 'unavailable' : 'refused', `${this.#options.name}: answered ${status}`);
  }

  async #send<S extends TSchema>(
    method: string,
    path: string,
    body: string,
    schema: S,
    headers: Record<string, string> = {},
  ): Promise<ProviderAnswer<Static<S>>> {
    const { name, url, key, timeoutMs, clock, random } = this.#options;
    const address = new URL(`${url.replace(/\/$/, '')}${path}`);
    const timestampSeconds = Math.floor(clock.now().getTime() / 1000);
    const signed = { method, path: address.pathname + address.search, body, timestampSeconds, nonce: randomToken(random, 16) };
    try {
      const response = await fetch(address, {
        method,
        headers: {
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
          ...signedHeaders(key, signed),
        },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        // A signature is for one address.
        redirect: 'error',
      });
      return answerOf(response.status, await textOf(response), schema);
    } catch (cause) {
      throw new ProviderError('unavailable', `${name}: no answer (${reasonOf(cause)})`);
    }
  }
}

function answerOf<S extends TSchema>(status: number, text: string, schema: S): ProviderAnswer<Static<S>> {
  const value = parsed(text);
  const { code } = (typeof value === 'object' && value !== null ? value : {}) as { code?: unknown };
  return {
    status,
    ...(status < 400 && isA(schema, value) ? { body: value } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body, unless it is longer than any honest one. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestAnswerBytes) throw new Error('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** The kind of failure without addresses or contents: `TimeoutError`, `ECONNREFUSED` … */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const { code } = (cause.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : cause.name;
}
