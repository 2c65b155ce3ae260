import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { Deps } from '../deps.ts';
import { sendRevalidated } from './compressed.ts';
import { assertPlain } from './plainData.ts';
import { fail } from '../problem.ts';
import type { App } from './types.ts';
import { hasBody, inputValidator, outputValidator } from './validator.ts';

export interface Call<O extends OperationDefinition, Caller> {
  /** Path, query and body parameters by name, validated against the contract. */
  input: Static<O['input']>;
  session: Caller;
  request: FastifyRequest;
  /** For headers and cookies only. The handler returns the response. */
  reply: FastifyReply;
  deps: Deps;
}

export interface EndpointOptions<Caller = unknown> {
  /** Admits or refuses the request before its body is read. The returned function runs once when the request ends, however it ends. */
  admit?: (call: { session: Caller; request: FastifyRequest }) => Promise<() => void>;
  /** Collects the input differently, e.g. from a multipart body. */
  gather?: (request: FastifyRequest) => Record<string, unknown>;
  /** A large response without secrets that rarely changes: sent compressed, and not again while the client has it. */
  isLarge?: boolean;
  /** Maximum size of the body; 256 KB by default. */
  bodyLimitBytes?: number;
}

/**
 * Serves one operation of the contract: identifies the caller, validates the input, runs the handler and sends its result. A handler
 * refuses with `fail(code)`. A stream is sent as it is; the handler sets its type.
 *
 * @param whoCalls identifies the caller or refuses, before the body is read
 */
export function serve<const O extends OperationDefinition, Caller>(
  app: App,
  operation: O,
  whoCalls: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
  handler: (call: Call<O, Caller>) => Promise<Static<O['output']> | Readable>,
  options: EndpointOptions<Caller> = {},
): void {
  const { deps } = app;
  const checkInput = inputValidator(operation);
  const checkOutput = deps.settings.mode === 'production' ? undefined : outputValidator(operation);
  const gather = options.gather ?? gatherFor(operation.method);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const stays = new WeakMap<FastifyRequest, Stay>();
  app.route({
    method: operation.method,
    url: operation.path,
    ...(options.bodyLimitBytes ? { bodyLimit: options.bodyLimitBytes } : {}),
    // Before the body is read, so that a client without a session cannot send one.
    onRequest: async (request, reply) => {
      const session = await whoCalls(request, reply);
      callers.set(request, session);
      if (options.admit) stays.set(request, new Stay(await options.admit({ session, request }), reply));
    },
    handler: async (request, reply) => {
      const work = async () => {
        const input = gather(request);
        assertPlain(input);
        checkInput(input);
        const session = callers.get(request) as Caller;
        return handler({ input: input as Static<O['input']>, session, request, reply, deps });
      };
      const stay = stays.get(request);
      const output = await (stay ? stay.during(work) : work());
      if (!(output instanceof Readable)) checkOutput?.(output);
      if (options.isLarge && !(output instanceof Readable)) return sendRevalidated(request, reply, JSON.stringify(output));
      reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store');
      return output;
    },
  });
}

/** Lasts from admission until the connection is closed or done and no handler is running. */
class Stay {
  #leave: (() => void) | undefined;
  #isWorking = false;

  constructor(leave: () => void, { raw }: FastifyReply) {
    this.#leave = leave;
    // The client may have disconnected during admission.
    if (raw.closed) this.#end();
    else raw.once('close', () => this.#isWorking || this.#end());
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isWorking = true;
    return work().finally(() => this.#end());
  }

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

function gatherFor(method: OperationDefinition['method']) {
  return (request: FastifyRequest): Record<string, unknown> => {
    const rest = hasBody(method) ? (request.body ?? {}) : request.query;
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) fail('badRequest', { problems: [{ code: 'type', path: '' }] });
    return { ...rest, ...(request.params as Record<string, string>) };
  };
}
