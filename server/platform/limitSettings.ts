import Type, { type Static, type TObject } from 'typebox';

const count = (description: string, initial: number, minimum: number, maximum: number) =>
  Type.Integer({ default: initial, minimum, maximum, description });

/** Limits on what clients may demand from one node, in number, size and time. */
export const limitVariables = {
  MAX_CONNECTIONS: count(
    'Maximum connections per node. Beyond it, a new connection replaces the one that has stalled longest.',
    1000,
    10,
    65_000,
  ),
  MAX_PIPELINED: count('Maximum pipelined requests. One more closes the connection.', 16, 1, 1000),
  MAX_WAITING_MB: count(
    'Memory for buffered bytes: unread answers and unfinished requests. Beyond it, stalled connections are closed. Must exceed MAX_UPLOADS_MB.',
    128,
    8,
    4096,
  ),
  MAX_UPLOADS_MB: count('Memory for photos that a node receives and converts. Beyond it, uploads are refused with 429.', 64, 11, 4096),
  MAX_UPLOADS_PER_CUSTOMER: count('Maximum concurrent photo uploads of one customer.', 2, 1, 20),
  MAX_STREAMS: count('Maximum live streams of the desk per node. Beyond it, browsers poll.', 200, 1, 10_000),
  REQUEST_SECONDS: count('Time within which a request must arrive, including its body.', 30, 1, 600),
  RESPONSE_SECONDS: count('Time within which a client must read an answer.', 120, 1, 3600),
  STALL_SECONDS: count('Time without a byte in either direction after which a request is aborted.', 30, 1, 600),
  KEEP_ALIVE_SECONDS: count(
    'Time after which an idle connection is closed. Set it longer than the idle timeout of the proxy in front.',
    72,
    1,
    3600,
  ),
  DRAIN_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600,
      description:
        'Time after SIGTERM during which a node reports "not ready" but still serves, so that load balancers notice. 5 in production, otherwise 0. Set it longer than two health checks of the load balancer.',
    }),
  ),
  STOP_SECONDS: count('Time for requests in progress to finish after a node has stopped listening.', 10, 1, 600),
};

type LimitEnvironment = Static<TObject<typeof limitVariables>>;

/** The limits in the units that code uses. */
export const limitsOf = (env: LimitEnvironment, isProduction: boolean) => ({
  maxConnections: env.MAX_CONNECTIONS,
  maxPipelined: env.MAX_PIPELINED,
  maxWaitingBytes: env.MAX_WAITING_MB * 1024 * 1024,
  maxUploadBytes: env.MAX_UPLOADS_MB * 1024 * 1024,
  maxUploadsPerCustomer: env.MAX_UPLOADS_PER_CUSTOMER,
  maxStreams: env.MAX_STREAMS,
  requestTimeoutMs: env.REQUEST_SECONDS * 1000,
  responseTimeoutMs: env.RESPONSE_SECONDS * 1000,
  stallTimeoutMs: env.STALL_SECONDS * 1000,
  keepAliveTimeoutMs: env.KEEP_ALIVE_SECONDS * 1000,
  drainMs: (env.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
  stopMs: env.STOP_SECONDS * 1000,
});

export type Limits = ReturnType<typeof limitsOf>;
