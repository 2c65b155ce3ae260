import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';
import type { Connections } from './connections.ts';
import { catalogueOf } from './errors.ts';
import { ProblemError, problemDocument } from '../problem.ts';
import { securityHeaders } from './security.ts';

const codes: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payloadTooLarge',
};

/** Responds to requests that Node's parser refuses before Fastify sees them. */
export const parserErrors = (deps: Deps, connections: Connections) => (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) socket.destroy();
  else refuseSocket(deps, socket, codes[error.code ?? ''] ?? 'badRequest');
};

/** Sends a problem document and closes the connection. */
export function refuseSocket(deps: Deps, socket: Socket, code: string): void {
  const id = randomToken(deps.random, 9);
  const document = problemDocument(new ProblemError(code, {}), catalogueOf(deps), id);
  const body = JSON.stringify(document);
  const headers: Record<string, string> = {
    ...securityHeaders(deps),
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${document.status} ${STATUS_CODES[document.status] ?? ''}`, ...lines, '', body].join('\r\n'));
  socket.destroySoon();
}
