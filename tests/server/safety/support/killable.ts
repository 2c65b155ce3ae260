import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '../../../../server/platform/deps.ts';
import { webhookSender } from '../../../../server/ports/sandbox/http/webhookSender.ts';
import { systemClock } from '../../../../server/platform/time.ts';
import { acceptedBorrower } from '../../support/lending.ts';
import type { LoggedIn } from '../../support/login.ts';
import { startProduct, type ProductApp } from '../../support/product.ts';
import { startProviders, type TestProviders } from '../../support/providers.ts';
import { Crash, type CrashPoint } from './crash.ts';
import { startNode, type Node } from './node.ts';
import { startRelay } from './relay.ts';
import { openStorage, type Storage } from './storage.ts';

export interface ApiAnswer {
  status: number;
  retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the JSON is
  json<Body>(): Body;
}

const deliverEveryMs = 50;
const settleAfterSeconds = 0.3;

/** A server that is killed and restarted while its providers live on. */
export class Killable {
  readonly borrowers: LoggedIn[] = [];
  /** Durations of all starts. */
  readonly startsMs: number[] = [];
  readonly crash = new Crash();
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'hakbang-killed-'));
  readonly #cleanUp: (() => unknown)[] = [() => rmSync(this.#dataDir, { recursive: true, force: true })];
  #storage!: Storage;
  #product!: ProductApp;
  #node: Node | undefined;
  #env: Record<string, string> = {};
  providers!: TestProviders;

  /** Accepts borrowers in this process before the server takes over. */
  async start(borrowerCount: number, storage?: Storage): Promise<this> {
    this.#storage = storage ?? (await openStorage(this.#dataDir));
    this.#cleanUp.push(() => this.#storage.close());
    this.#product = await startProduct({ connection: this.#storage.connection });
    this.#cleanUp.push(() => this.#product.close());
    this.#product.clock.set(new Date());
    while (this.borrowers.length < borrowerCount) this.borrowers.push(await acceptedBorrower(this.#product));
    await this.#storage.handOver();
    await this.#connectProviders();
    this.#cleanUp.push(() => this.#node?.kill());
    await this.restart();
    return this;
  }

  async #connectProviders(): Promise<void> {
    this.providers = await startProviders({ settleAfterSeconds });
    const relay = await startRelay(new URL(this.providers.env['PAYOUT_URL'] ?? '').origin, (what) => this.crash.pass(what));
    this.#cleanUp.push(this.providers.close, relay.close);
    const [PAYOUT_URL, COLLECTION_URL] = [`${relay.url}/payout`, `${relay.url}/collection`];
    this.#env = { ...this.#storage.env, ...this.providers.env, DATA_DIR: this.#dataDir, PAYOUT_URL, COLLECTION_URL };
    const { payout, collection } = this.providers;
    const events = setInterval(() => void Promise.all([payout.provider.deliver(), collection.provider.deliver()]), deliverEveryMs);
    this.#cleanUp.push(() => clearInterval(events));
  }

  /** Ends the leases of killed jobs, which would otherwise last a minute by the database's clock. */
  async endLeases(): Promise<void> {
    await this.#storage.withDb((db) => db.updateTable('jobs').set({ leased_until: null }).where('done_at', 'is', null).execute());
  }

  /** Restarts the server. */
  async restart(): Promise<void> {
    if (this.#node) await this.endLeases();
    this.#node = await startNode(this.#env);
    this.startsMs.push(this.#node.startedInMs);
    this.crash.reset();
    for (const name of ['payout', 'collection'] as const) {
      const secret = this.providers.env[`${name.toUpperCase()}_WEBHOOK_KEYS`] ?? '';
      const send = webhookSender({ url: `${this.#node.origin}/api/webhooks/${name}`, secret });
      this.providers[name].provider.deliverTo(async (event) => {
        const sending = send(event);
        await Promise.all([sending, this.crash.pass(`${name} event`)]);
      });
    }
  }

  /** Resolves once the server was killed at the next passing of this point. */
  killAt = (point: CrashPoint): Promise<void> => this.crash.arm(point, this.kill);

  kill = async (): Promise<void> => this.#node?.kill();

  /** Calls the API. Returns undefined if the connection broke before the response. */
  async call(who: LoggedIn, method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<ApiAnswer | undefined> {
    const headers = { ...who.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...(key ? { 'idempotency-key': key } : {}) };
    try {
      const answer = await fetch(`${this.#node?.origin}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      const text = await answer.text();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: <Body>() => JSON.parse(text) as Body };
    } catch {
      return undefined;
    }
  }

  /** Stops the server gracefully and reads its books and the providers'. */
  async look<Answer>(work: (deps: Deps) => Promise<Answer>): Promise<Answer> {
    await this.#node?.stop();
    const { payout, collection } = this.providers;
    const { deps } = this.#product;
    return this.#storage.withDb((db) => work({ ...deps, db, clock: systemClock, ports: { ...deps.ports, payout, collection } }));
  }

  async close(): Promise<void> {
    for (const cleanUp of this.#cleanUp.toReversed()) await cleanUp();
  }
}
