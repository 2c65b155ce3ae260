import { setTimeout as wait } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import type { Clock, Random } from '../../platform/deps.ts';
import { randomToken, systemRandom } from '../../platform/random.ts';
import { systemClock } from '../../platform/time.ts';
import { ProviderError } from '../providerError.ts';
import { isA, parsed } from './protocol.ts';
import { signedHeaders, type ProviderKey } from './signing.ts';
import { errorCode } from '../../platform/errorCode.ts';

export interface ProviderClientOptions {
  /** Name in messages: `payout`, `sms` … */
  name: string;
  /** Base URL, e.g. `https://pay.example/v1`. */
  url: string;
  key: ProviderKey;
  /** Timeout for one response; 10,000 by default. */
  timeoutMs?: number;
  /** Retries of a GET; 2 by default. A POST is never retried here. */
  retries?: number;
  /** Real time, because the provider compares it with its own clock. Not the clock that `/dev/clock` moves. */
  clock?: Clock;
  random?: Random;
}

export interface ProviderAnswer<T> {
  status: number;
  /** Present if the body matches the schema. */
  body?: T;
  /** Error code of a refusal. */
  code?: string;
}

const firstRetryMs = 100;
const longestAnswerBytes = 4 * 1024 * 1024;

/** Sends signed HTTP requests to one provider. */
export class ProviderClient {
  readonly #options: Required<ProviderClientOptions>;

  constructor(options: ProviderClientOptions) {
    this.#options = { timeoutMs: 10_000, retries: 2, clock: systemClock, random: systemRandom, ...options };
  }

  /**
   * Sends a GET. Retries if the provider is unreachable or returns 5xx or 429, and then rejects as `unavailable`. Returns undefined for the
   * refusal `unknownReference`. Rejects as `refused` for any other refusal.
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
    // A proxy's 404 must not count as an unknown reference.
    if (status === 404 && code === 'unknownReference') return undefined;
    if (status >= 400) throw this.#refusal(status);
    if (body === undefined) throw new ProviderError('unavailable', `${this.#options.name}: unreadable answer`);
    return body;
  }

  /**
   * Sends a POST once. Rejects as `unavailable` if its effect is unknown (no response, 5xx, an unreadable response), and as `refused` if
   * the provider reports that it had none (4xx).
   */
  async post<S extends TSchema>(path: string, content: unknown, schema: S, headers: Record<string, string> = {}): Promise<Static<S>> {
    const { status, body } = await this.#send('POST', path, JSON.stringify(content), schema, headers);
    if (status >= 400) throw this.#refusal(status);
    if (body === undefined) throw new ProviderError('unavailable', `${this.#options.name}: unreadable answer`);
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
        // A signature is valid for one URL.
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
  const code = errorCode(value);
  return {
    status,
    ...(status < 400 && isA(schema, value) ? { body: value } : {}),
    ...(code === undefined ? {} : { code }),
  };
}

/** Reads the body up to a maximum size. */
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

/** The type of failure without URLs or content: `TimeoutError`, `ECONNREFUSED` … */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? (errorCode(cause.cause) ?? cause.name) : 'unknown';
}
