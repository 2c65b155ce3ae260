import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { errorCode } from '../errorCode.ts';
import type { RemotePreviewSettings, ServerSettings } from '../settings.ts';
import { Previews } from './previews.ts';
import { ordersPath, type RemoteAnswers, type RemoteOrder } from './remote.ts';

/** Many times the size of the largest release. */
const mostBytes = 64 * 1024 * 1024;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Host label of a stage: a hash, so that it is stable across restarts and does not show the stage's name. */
const labelOf = (stage: string): string => `s${digest(stage).toString('hex').slice(0, 16)}`;

interface Options {
  settings: ServerSettings;
  remote: RemotePreviewSettings;
  log: { warn(details: object, message: string): void };
}

/**
 * The one preview server shared by several nodes. It has no database, no master key and no provider. Nodes that know its secret send it
 * releases to show; anybody else only reaches the stages, each on its own host, which require the pass of a session.
 */
export class PreviewServer {
  private readonly ports = new Map<string, number>();
  private readonly previews: Previews;
  private readonly server: Server;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    const { settings, remote, log } = options;
    const originOf = (stage: string) => remote.url.replace('*', labelOf(stage));
    // Only this process talks to the world.
    this.previews = new Previews({ settings: { ...settings, host: '127.0.0.1', lan: false }, log, originOf });
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.requestTimeout = settings.limits.requestTimeoutMs;
  }

  /** @returns its port */
  async listen({ host, port }: { host: string; port: number }): Promise<number> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(port, host, resolve));
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await this.previews.stop();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    if (path === ordersPath) return this.hear(request, response);
    if (path === '/health/ready' || path === '/health/live') return void response.writeHead(200).end('ok');
    const label = /^([^.:]+)\./.exec(request.headers.host ?? '')?.[1] ?? '';
    return this.pass(request, response, this.ports.get(label));
  }

  /** Handles an order from a node. Reads it only after verifying the secret. */
  private async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = digest(request.headers.authorization ?? '');
    if (request.method !== 'POST' || !timingSafeEqual(given, digest(`Bearer ${this.options.remote.secret}`)))
      return void response.writeHead(403, { connection: 'close' }).end();
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > mostBytes) return void response.writeHead(413, { connection: 'close' }).end();
      }
      const answer = await this.obey(deserialize(Buffer.concat(chunks)) as RemoteOrder);
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }).end(serialize(answer));
    } catch (error) {
      this.options.log.warn({ err: error }, 'an order of the preview failed');
      if (!response.headersSent) response.writeHead(500);
      response.end(error instanceof Error ? error.message : '');
    }
  }

  private async obey(order: RemoteOrder): Promise<RemoteAnswers[keyof RemoteAnswers] | void> {
    const { previews } = this;
    switch (order.do) {
      case 'begin':
        return { state: previews.begin(), people: previews.people };
      case 'known':
        return previews.known(order.stage);
      case 'stage': {
        const staged = await previews.stage(order.stage, order.version, async () => order.release);
        if (staged) this.ports.set(labelOf(order.stage), staged.port);
        return staged;
      }
      case 'admit':
        return previews.admit(order.stage, order.entry);
      case 'end':
        return previews.endLink(order.link);
    }
  }

  /** Proxies a request to a stage, which responds as if it were reached directly. */
  private pass(request: IncomingMessage, response: ServerResponse, port: number | undefined): void {
    if (port === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('This preview has ended.');
    const { method, url, headers } = request;
    const passed = send({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _encoding, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
    });
    passed.on('error', (error) => {
      // A stage closes the connection of a device that simulates being offline.
      if (response.headersSent || errorCode(error) !== 'ECONNREFUSED') response.destroy();
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('This preview has ended.');
    });
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }
}
