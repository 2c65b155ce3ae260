import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../platform/deps.ts';
import { systemClock } from '../../../platform/time.ts';
import { parsed } from '../../http/protocol.ts';
import { requestHolds, type ProviderKey } from '../../http/signing.ts';
import { ProviderError } from '../../providerError.ts';
import {
  orderRoutes,
  collectionRoutes,
  faceRoutes,
  payoutRoutes,
  smsRoutes,
  noAnswer,
  type Answer,
  type Route,
  type Sandboxes,
} from './routes.ts';

export interface ServeOptions {
  sandboxes: Sandboxes;
  /** Key that signs requests to every sandbox here. */
  key: ProviderKey;
  /** 0 picks a free port. */
  port?: number;
  /** Checks the age of signatures; real time by default. */
  clock?: Clock;
}

export interface ServedSandbox {
  /** Base URL of the providers: `<url>/payout`, `/collection`, `/sms`, `/face`. */
  url: string;
  close: () => Promise<void>;
}

const longestBodyBytes = 32 * 1024 * 1024;

/**
 * Serves sandboxes over the protocol of the real adapters (docs/ports.md), so that a provider survives when our server is killed. `/orders`
 * queues faults. It is unsigned and open to this machine only.
 */
export async function serveSandbox({ sandboxes, key, port = 0, clock = systemClock }: ServeOptions): Promise<ServedSandbox> {
  const signed = [
    ...(sandboxes.payout ? payoutRoutes(sandboxes.payout) : []),
    ...(sandboxes.collection ? collectionRoutes(sandboxes.collection) : []),
    ...(sandboxes.sms ? smsRoutes(sandboxes.sms) : []),
    ...(sandboxes.faceMatch ? faceRoutes(sandboxes.faceMatch) : []),
  ];
  const usedNonces = new Set<string>();
  const isSigned = (request: IncomingMessage, body: string) => {
    const { method = '', url = '', headers } = request;
    const nonce = String(headers['x-hakbang-nonce']);
    if (usedNonces.has(nonce) || !requestHolds(key, headers, { method, path: url, body }, clock.now())) return false;
    usedNonces.add(nonce);
    return true;
  };
  const answer = async (request: IncomingMessage): Promise<Answer | typeof noAnswer> => {
    const body = await bodyOf(request);
    const open = await firstMatch(orderRoutes(sandboxes), request, body);
    if (open) return open;
    if (!isSigned(request, body)) return { status: 401, body: { code: 'badSignature' } };
    return (await firstMatch(signed, request, body)) ?? { status: 404, body: { code: 'notFound' } };
  };
  const server = createServer((request, response) => {
    void answer(request)
      .catch(asAnswer)
      .then((result) => send(response, result));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => stop(server) };
}

async function firstMatch(routes: readonly Route[], request: IncomingMessage, body: string): Promise<Answer | typeof noAnswer | undefined> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  for (const { method, path, answer } of routes) {
    const match = request.method === method && path.exec(url.pathname);
    if (match) return answer({ reference: decodeURIComponent(match[1] ?? ''), query: url.searchParams, body: parsed(body) });
  }
  return undefined;
}

const asAnswer = (error: unknown): Answer =>
  error instanceof ProviderError ? { status: 409, body: { code: 'conflict' } } : { status: 500, body: { code: 'internal' } };

function send(response: ServerResponse, answer: Answer | typeof noAnswer): void {
  // The caller's own timeout ends it.
  if (answer === noAnswer) return;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBodyBytes) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
