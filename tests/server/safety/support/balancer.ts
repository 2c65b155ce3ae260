import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const checkEveryMs = 100;

/** A small proxy for several nodes: checks their readiness and sends requests to ready ones in turn. It retries nothing. */
export class Balancer {
  readonly #ready = new Set<string>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
  readonly #timer = setInterval(() => void this.check(), checkEveryMs);
  readonly #nodes = new Set<string>();
  #next = 0;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async add(origin: string): Promise<void> {
    this.#nodes.add(origin);
    await this.check();
  }

  remove(origin: string): void {
    this.#nodes.delete(origin);
    this.#ready.delete(origin);
  }

  get readyCount(): number {
    return this.#ready.size;
  }

  async check(): Promise<void> {
    for (const origin of this.#nodes) {
      const isReady = await fetch(`${origin}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady && this.#nodes.has(origin)) this.#ready.add(origin);
      else this.#ready.delete(origin);
    }
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const nodes = [...this.#ready];
    const origin = nodes[this.#next++ % nodes.length] ?? '';
    const { method, url, headers } = incoming;
    const passed = request(`${origin}${url}`, { agent: this.#agent, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
