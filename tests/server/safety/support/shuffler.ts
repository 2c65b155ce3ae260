import { createRandom, type Random } from '../../../../engine/fake/index.ts';
import { runDueJobs } from '../../../../server/platform/jobs/run.ts';
import { webhookSecrets } from '../../../../server/platform/webhooks/keys.ts';
import { webhookProviders, type WebhookProvider } from '../../../../server/platform/webhooks/listeners.ts';
import { webhookSignature } from '../../../../server/ports/http/signing.ts';
import type { ProviderEvent } from '../../../../server/ports/sandbox/transfer.ts';
import type { ProductApp } from '../../support/product.ts';

interface Notice {
  provider: WebhookProvider;
  event: ProviderEvent;
}

/** Shares of events that arrive in the next batch, and that never arrive. */
const [lateShare, lostShare] = [0.2, 0.1];
/** Share of deliveries after which a worker runs. */
const jobsAfterShare = 0.02;

/** Sits between the providers and the webhooks, and delivers events as badly as a network may. */
export class Shuffler {
  readonly tally = { delivered: 0, repeated: 0, late: 0, lost: 0 };
  readonly #server: ProductApp;
  readonly #random: Random;
  /** Sent by the providers and not yet read. */
  #fresh: Notice[] = [];
  #late: Notice[] = [];
  readonly #known: Notice[] = [];

  constructor(server: ProductApp, seed: number) {
    this.#server = server;
    this.#random = createRandom(seed);
    for (const provider of webhookProviders)
      server[provider].provider.deliverTo(async (event) => void this.#fresh.push({ provider, event }));
  }

  /** Delivers each event once, in order. */
  async inOrder(): Promise<void> {
    for (const notice of await this.#take()) await this.#send(notice);
    await runDueJobs(this.#server.deps);
  }

  /** `count` deliveries in any order: new, late and repeated ones. */
  async shuffled(count: number): Promise<void> {
    const now: Notice[] = this.#late;
    this.#late = [];
    for (const notice of await this.#take()) {
      const chance = this.#random.next();
      if (chance < lostShare) this.tally.lost += 1;
      else if (chance < lostShare + lateShare) {
        this.tally.late += 1;
        this.#late.push(notice);
      } else now.push(notice);
    }
    this.#known.push(...now);
    while (now.length < count && this.#known.length > 0) {
      now.push(this.#random.pick(this.#known));
      this.tally.repeated += 1;
    }
    for (const notice of this.#inAnyOrder(now)) {
      await this.#send(notice);
      if (this.#random.chance(jobsAfterShare)) await runDueJobs(this.#server.deps);
    }
    await runDueJobs(this.#server.deps);
  }

  /** Fisher–Yates shuffle. */
  #inAnyOrder(list: readonly Notice[]): Notice[] {
    const mixed = [...list];
    for (let last = mixed.length - 1; last > 0; last--) {
      const at = this.#random.int(0, last);
      [mixed[last], mixed[at]] = [mixed[at] as Notice, mixed[last] as Notice];
    }
    return mixed;
  }

  async #take(): Promise<Notice[]> {
    for (const provider of webhookProviders) await this.#server[provider].provider.deliver();
    const taken = this.#fresh;
    this.#fresh = [];
    return taken;
  }

  async #send({ provider, event }: Notice): Promise<void> {
    const { app, deps } = this.#server;
    const payload = JSON.stringify(event);
    const signature = webhookSignature(webhookSecrets(deps.settings, provider)[0], payload, deps.clock.now());
    const headers = { 'content-type': 'application/json', 'x-hakbang-signature': signature };
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/webhooks/${provider}`, headers, payload });
    if (statusCode !== 200) throw new Error(`an event was answered ${statusCode} ${body}`);
    this.tally.delivered += 1;
  }
}
