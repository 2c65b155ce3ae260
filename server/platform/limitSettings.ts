import Type, { type Static, type TObject } from 'typebox';

const count = (description: string, initial: number, minimum: number, maximum: number) =>
  Type.Integer({ default: initial, minimum, maximum, description });

/** How much clients may ask of one node, in number, size and time. */
export const limitVariables = {
  MAX_CONNECTIONS: count(
    'Connections a node holds. Beyond them, the one that has stood still longest gives way to a new one.',
    1000,
    10,
    65_000,
  ),
  MAX_PIPELINED: count(
    'Requests that a client may send before it has read the answer to the first. One more closes the connection.',
    16,
    1,
    1000,
  ),
  MAX_WAITING_MB: count(
    'Memory for bytes that wait for clients: answers not read, requests not sent to their end. Beyond it, connections that stand still are closed. More than MAX_UPLOADS_MB.',
    128,
    8,
    4096,
  ),
  MAX_UPLOADS_MB: count('Memory for photos that a node receives and converts. Uploads beyond it are refused with 429.', 64, 11, 4096),
  MAX_UPLOADS_PER_CUSTOMER: count('Photos that one customer uploads at the same time.', 2, 1, 20),
  REQUEST_SECONDS: count('A request has to arrive within this time, its body included.', 30, 1, 600),
  RESPONSE_SECONDS: count('A client has to read an answer within this time.', 120, 1, 3600),
  STALL_SECONDS: count('A request during which no byte moves in either direction is cut off after this time.', 30, 1, 600),
  KEEP_ALIVE_SECONDS: count('An idle connection is closed after this time. Longer than the idle time of the proxy in front.', 72, 1, 3600),
  DRAIN_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600,
      description:
        'After SIGTERM a node reports "not ready" and goes on serving for this time, so that balancers notice. 5 in production, else 0. Longer than two health checks of the balancer.',
    }),
  ),
  STOP_SECONDS: count('Requests that are still under way when a node has stopped listening may take this long.', 10, 1, 600),
};

type LimitEnvironment = Static<TObject<typeof limitVariables>>;

/** The same, in the units that code reckons in. */
export interface Limits {
  maxConnections: number;
  maxPipelined: number;
  maxWaitingBytes: number;
  maxUploadBytes: number;
  maxUploadsPerCustomer: number;
  requestTimeoutMs: number;
  responseTimeoutMs: number;
  stallTimeoutMs: number;
  keepAliveTimeoutMs: number;
  drainMs: number;
  stopMs: number;
}

export const limitsOf = (env: LimitEnvironment, isProduction: boolean): Limits => ({
  maxConnections: env.MAX_CONNECTIONS,
  maxPipelined: env.MAX_PIPELINED,
  maxWaitingBytes: env.MAX_WAITING_MB * 1024 * 1024,
  maxUploadBytes: env.MAX_UPLOADS_MB * 1024 * 1024,
  maxUploadsPerCustomer: env.MAX_UPLOADS_PER_CUSTOMER,
  requestTimeoutMs: env.REQUEST_SECONDS * 1000,
  responseTimeoutMs: env.RESPONSE_SECONDS * 1000,
  stallTimeoutMs: env.STALL_SECONDS * 1000,
  keepAliveTimeoutMs: env.KEEP_ALIVE_SECONDS * 1000,
  drainMs: (env.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
  stopMs: env.STOP_SECONDS * 1000,
});
