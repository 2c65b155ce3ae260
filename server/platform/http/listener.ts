import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Limits } from '../limitSettings.ts';
import type { Connections } from './connections.ts';

const checkEveryMs = 1000;

export interface ListenerOptions {
  connections: Connections;
  limits: Limits;
  https?: { key: string; cert: string };
  /** Ends a CONNECT, which Node hands over as a bare socket. */
  refuseTunnel: (socket: Socket) => void;
}

/**
 * The server that listens. With the one that Fastify would make by itself, `close()` skips idle connections by default and does
 * not wait for those of a second address (`localhost` is two).
 */
export function createListener(handler: RequestListener, { connections, limits, https, refuseTunnel }: ListenerOptions): Server {
  const serve = connections.inTurn(handler);
  const options = {
    connectionsCheckingInterval: checkEveryMs,
    headersTimeout: Math.min(limits.requestTimeoutMs, limits.stallTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Refused in security.ts, as a problem document with our headers; the same below.
    requireHostHeader: false,
  };
  const server = https ? createHttpsServer({ ...options, ...https }, serve) : createServer(options, serve);
  // Cuts off without a word, so Node's own limits, which answer 408, come first.
  server.timeout = limits.stallTimeoutMs + 2 * checkEveryMs;
  server.on(https ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket));
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', serve);
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  return server;
}
