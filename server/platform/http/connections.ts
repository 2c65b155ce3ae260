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
  /** The request that is being served. */
  current?: Exchange | undefined;
  /** Requests that the client sent without waiting for the answer. */
  readonly pipelined: Exchange[];
  /** When the answer was complete and only the client had to read it. */
  answeredAtMs?: number | undefined;
  /** Bytes read when the last answer was done: whatever came since belongs to the next request. */
  bytesReadBefore: number;
  /** Bytes read and written so far, and when that was last seen to change. */
  movedBytes: number;
  movedAtMs: number;
}

const sweepEveryMs = 250;
/** A connection over which half a request came has this long to send more of it when the node stops. */
const stopGraceMs = 1000;

/**
 * All open connections of a node. Node's own time limits guard requests that are slow to arrive; this bounds the rest:
 * connections, pipelining, bytes that wait for clients, answers that nobody reads. It also lets a node stop without
 * waiting for clients that do nothing.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #limits: Limits;
  readonly #timer = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  #stopsAtMs: number | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** For a server's `connection` event. */
  add(socket: Socket): void {
    if (this.#open.size >= this.#limits.maxConnections && !this.#closeStillest(() => true)) {
      socket.destroy();
      return;
    }
    const now = performance.now();
    this.#open.set(socket, { socket, pipelined: [], bytesReadBefore: 0, movedBytes: 0, movedAtMs: now });
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Serves the requests of a connection one after the other, so that one answer at most waits to be read. Node would begin
   * all that stand in one packet at once.
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

  /** Whether headers of an answer have gone out, so that nothing else can be said over this connection. */
  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.current?.response.headersSent === true;
  }

  /**
   * Lets requests that are under way come to their end, with `Connection: close`, and closes what is idle or silent. Whatever
   * is left after `limits.stopMs` is cut off.
   */
  stop(): void {
    this.#stopsAtMs = performance.now() + this.#limits.stopMs;
    for (const connection of this.#open.values()) {
      const { current, pipelined, socket } = connection;
      if (!current && !hasBegun(connection)) socket.destroySoon();
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

  /** Closes connections that stand still until the bytes that wait for clients fit into their memory. */
  #makeRoom(): void {
    let waiting = 0;
    for (const connection of this.#open.values()) waiting += waitingBytes(connection);
    while (waiting > this.#limits.maxWaitingBytes) {
      const closed = this.#closeStillest((connection) => waitingBytes(connection) > 0);
      if (!closed) return;
      waiting -= closed;
    }
  }

  /** Closes the connection whose client has done nothing for longest; answers how many bytes were freed, at least 1. */
  #closeStillest(mayBe: (connection: Connection) => boolean): number | undefined {
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

/** Bytes of a next request have come, but not yet all of its headers. */
const hasBegun = ({ socket, bytesReadBefore }: Connection) => socket.bytesRead > bytesReadBefore;

/** Not so while we ourselves are working on an answer. */
const waitsForClient = ({ current, socket }: Connection) =>
  !current || !current.request.complete || current.response.writableEnded || socket.writableNeedDrain;

function waitingBytes({ current, socket, bytesReadBefore }: Connection): number {
  if (!current) return 0;
  return socket.writableLength + (current.request.complete ? 0 : socket.bytesRead - bytesReadBefore);
}
