import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Moments of a call: it reaches the provider, the provider has processed it, its response has left. */
export type Moment = 'asked' | 'done' | 'answered';

/** A call at a moment, such as `payout POST done`. */
export type Passing = `${'payout' | 'collection'} ${'POST' | 'GET'} ${Moment}`;

export interface Relay {
  url: string;
  close: () => Promise<void>;
}

/**
 * Relays all traffic between the server and its providers unchanged. At each moment it calls `tell` and waits. The callback can kill the
 * server just then, and returns false for a call that is lost with it.
 */
export async function startRelay(target: string, tell: (what: Passing) => Promise<boolean>): Promise<Relay> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await textOf(request);
    const provider = url.startsWith('/payout') ? 'payout' : 'collection';
    const at = (moment: Moment) => tell(`${provider} ${method === 'POST' ? 'POST' : 'GET'} ${moment}`);
    if (!(await at('asked'))) return response.destroy();
    const { host: _host, connection: _connection, 'content-length': _length, ...passedOn } = headers as Record<string, string>;
    const answer = await fetch(`${target}${url}`, { method, headers: passedOn, ...(method === 'POST' ? { body } : {}) });
    const text = await answer.text();
    if (!(await at('done'))) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    return at('answered');
  };
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
