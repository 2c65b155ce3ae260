import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../limitSettings.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  serve: RequestListener;
}

interface Connection {
  readonly socket: Socket;
  /** The request in progress. */
  current?: Exchange | undefined;
  /** Further requests that the client sent without waiting for the response. */
  readonly pipelined: Exchange[];
  /** When the response was complete and only the client still had to read it. */
  answeredAtMs?: number | undefined;
  /** Bytes read by the end of the last response. Anything beyond belongs to the next request. */
  bytesReadBefore: number;
  /** Bytes read and written so far, and when this number last changed. */
  movedBytes: number;
  movedAtMs: number;
}

const sweepEveryMs = 250;
/** When the node stops, a connection with half a request gets this long to send more of it. */
const stopGraceMs = 1000;

/**
 * All open connections of a node. Node's own timeouts cover slow requests. This class bounds the rest: connections, pipelining, buffered
 * bytes and unread responses. It also lets a node stop without waiting for idle clients.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #limits: Limits;
  readonly #timer = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  #stopsAtMs: number | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Handler for a server's `connection` event. */
  add(socket: Socket): void {
    if (this.#open.size >= this.#limits.maxConnections && !this.#closeMostStalled(() => true)) {
      socket.destroy();
      return;
    }
    const now = performance.now();
    this.#open.set(socket, { socket, pipelined: [], bytesReadBefore: 0, movedBytes: 0, movedAtMs: now });
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Serves the requests of a connection one after another, so that at most one response waits to be read. Node would start all pipelined
   * requests at once.
   */
  inTurn(serve: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#open.get(request.socket);
      if (!connection || request.socket.destroyed) return;
      const exchange = { request, response, serve };
      if (!connection.current) this.#begin(connection, exchange);
      else if (connection.pipelined.length < this.#limits.maxPipelined) connection.pipelined.push(exchange);
      else close(connection);
    };
  }

  #begin(connection: Connection, exchange: Exchange): void {
    const { request, response, serve } = exchange;
    connection.current = exchange;
    connection.movedAtMs = performance.now();
    if (this.#stopsAtMs !== undefined && connection.pipelined.length === 0) response.shouldKeepAlive = false;
    response.once('prefinish', () => {
      connection.answeredAtMs = performance.now();
      this.#makeRoom();
    });
    response.once('close', () => this.#end(connection));
    this.#makeRoom();
    if (!connection.socket.destroyed) serve(request, response);
  }

  #end(connection: Connection): void {
    connection.current = undefined;
    connection.answeredAtMs = undefined;
    connection.bytesReadBefore = connection.socket.bytesRead;
    connection.movedAtMs = performance.now();
    const next = connection.pipelined.shift();
    if (connection.socket.destroyed) return;
    if (next) this.#begin(connection, next);
    else if (this.#stopsAtMs !== undefined) connection.socket.destroySoon();
  }

  /** Whether response headers were sent, so that no other response can follow on this connection. */
  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.current?.response.headersSent === true;
  }

  /**
   * Lets requests in progress finish with `Connection: close`, and closes idle and silent connections. After `limits.stopMs`, it closes
   * whatever remains.
   */
  stop(): void {
    this.#stopsAtMs = performance.now() + this.#limits.stopMs;
    for (const connection of this.#open.values()) {
      const { current, pipelined, socket } = connection;
      if (!current && !hasPartialRequest(connection)) socket.destroySoon();
      const last = pipelined.at(-1) ?? current;
      if (last && !last.response.headersSent) last.response.shouldKeepAlive = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const connection of this.#open.values()) close(connection);
  }

  #sweep(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      const moved = movedBytes(connection);
      if (moved !== connection.movedBytes) Object.assign(connection, { movedBytes: moved, movedAtMs: now });
      const { answeredAtMs = now } = connection;
      if (now - answeredAtMs > this.#limits.responseTimeoutMs || this.#isToStop(connection, now)) close(connection);
    }
    this.#makeRoom();
  }

  #isToStop(connection: Connection, now: number): boolean {
    if (this.#stopsAtMs === undefined) return false;
    if (now > this.#stopsAtMs) return true;
    const isHalfSent = !connection.current || !connection.current.request.complete;
    return isHalfSent && now - connection.movedAtMs > stopGraceMs;
  }

  /** Closes stalled connections until the buffered bytes fit into the memory limit. */
  #makeRoom(): void {
    let waiting = 0;
    for (const connection of this.#open.values()) waiting += waitingBytes(connection);
    while (waiting > this.#limits.maxWaitingBytes) {
      const closed = this.#closeMostStalled((connection) => waitingBytes(connection) > 0);
      if (!closed) return;
      waiting -= closed;
    }
  }

  /** Closes the connection that has stalled longest. Returns how many bytes were freed, at least 1. */
  #closeMostStalled(mayBe: (connection: Connection) => boolean): number | undefined {
    let stillest: Connection | undefined;
    for (const connection of this.#open.values()) {
      if (stillest && connection.movedAtMs >= stillest.movedAtMs) continue;
      if (waitsForClient(connection) && mayBe(connection)) stillest = connection;
    }
    if (!stillest) return undefined;
    const bytes = waitingBytes(stillest);
    this.#open.delete(stillest.socket);
    close(stillest);
    return Math.max(1, bytes);
  }
}

const close = ({ socket }: Connection) => void socket.destroy();

const movedBytes = ({ socket }: Connection) => socket.bytesRead + socket.bytesWritten - socket.writableLength;

/** Part of the next request has arrived, but not all of its headers. */
const hasPartialRequest = ({ socket, bytesReadBefore }: Connection) => socket.bytesRead > bytesReadBefore;

/** False while the server itself is working on the response. */
const waitsForClient = ({ current, socket }: Connection) =>
  !current || !current.request.complete || current.response.writableEnded || socket.writableNeedDrain;

function waitingBytes({ current, socket, bytesReadBefore }: Connection): number {
  if (!current) return 0;
  return socket.writableLength + (current.request.complete ? 0 : socket.bytesRead - bytesReadBefore);
}
