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
  /** Refuses a CONNECT request, which Node passes on as a bare socket. */
  refuseTunnel: (socket: Socket) => void;
}

/**
 * The listening server. With Fastify's own server, `close()` skips idle connections by default and does not wait for those of a second
 * address (`localhost` has two).
 */
export function createListener(handler: RequestListener, { connections, limits, https, refuseTunnel }: ListenerOptions): Server {
  const serve = connections.inTurn(handler);
  const options = {
    connectionsCheckingInterval: checkEveryMs,
    headersTimeout: Math.min(limits.requestTimeoutMs, limits.stallTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // security.ts refuses it with a problem document and our headers. The same applies below.
    requireHostHeader: false,
  };
  const server = https ? createHttpsServer({ ...options, ...https }, serve) : createServer(options, serve);
  // Closes the socket without a response, so it must fire after Node's own timeouts, which respond with 408.
  server.timeout = limits.stallTimeoutMs + 2 * checkEveryMs;
  server.on(https ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket));
  // A server may ignore any expectation except 100-continue (RFC 9110 §10.1.1).
  server.on('checkExpectation', serve);
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  return server;
}
