import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/deps.ts';
import { ProviderError } from '../providerError.ts';
import { SandboxOrders } from '../sandboxOrders.ts';
import type { StatementLine } from '../statement.ts';
import { eventsOf } from './events.ts';
import { askingFaults, eventFaults, wireFaults, type Fault, type WireFault } from './faults.ts';
import { memoryStore, type TransferStore } from './store.ts';
import { settledAt, settledSooner, type OutgoingEvent, type ProviderEvent, type SandboxTransfer, type Settlement } from './transfer.ts';

export interface MoneySandboxOptions {
  clock: Clock;
  /** In memory by default. */
  store?: TransferStore;
  /** How long a transfer is under way, by the injected clock; default 3. */
  settleAfterSeconds?: number;
}

export interface NewTransfer {
  reference: string;
  amountCents: number;
  /** For the /dev pages; masked. */
  note: string;
  /** All that was asked; the same reference with something else is refused. */
  body: unknown;
}

/** Takes an event; when it rejects, the event is sent again later. */
export type EventReceiver = (event: ProviderEvent) => Promise<void>;

/** What a provider goes by when it decides what becomes of a transfer. */
export interface Deciding<Order extends string> {
  orders: SandboxOrders<Order | Fault>;
  /** When it settles unless it was ordered otherwise. */
  settleAt: Date;
  now: Date;
}

/** What tells one provider from another. */
export interface MoneySandboxRules<Order extends string> {
  kind: StatementLine['kind'];
  /** Everything that can be ordered here. */
  orderNames: readonly (Order | Fault)[];
  /** What will become of a new transfer. */
  settle(transfer: NewTransfer, deciding: Deciding<Order>): Settlement[];
}

/**
 * A provider's books: transfers by reference, each made once; what was ordered to go wrong with it; its events; its statement.
 * The ports speak with it directly, `serveSandbox` over HTTP.
 */
export class MoneySandbox<Order extends string> {
  readonly orders = new SandboxOrders<Order | Fault>();
  readonly #rules: MoneySandboxRules<Order>;
  readonly #clock: Clock;
  readonly #store: TransferStore;
  readonly #settleAfterMs: number;
  readonly #underWay = new Set<string>();
  #receiver: EventReceiver | undefined;
  #latest = new Date(0);

  constructor(rules: MoneySandboxRules<Order>, { clock, store = memoryStore(), settleAfterSeconds = 3 }: MoneySandboxOptions) {
    this.#rules = rules;
    this.#clock = clock;
    this.#store = store;
    this.#settleAfterMs = settleAfterSeconds * 1000;
  }

  get orderNames(): readonly string[] {
    return this.#rules.orderNames;
  }

  /** Orders what a page or a call names; false when there is no such order. */
  orderByName(name: string, times = 1): boolean {
    const order = this.#rules.orderNames.find((known) => known === name);
    if (order) this.orders.order(order, times);
    return order !== undefined;
  }

  /** The time here never goes back: what was paid stays paid. */
  now(): Date {
    const now = this.#clock.now();
    if (now > this.#latest) this.#latest = now;
    return this.#latest;
  }

  /** Makes the transfer, or finds the one made before under this reference. Rejects when that was another. */
  async open(asked: NewTransfer): Promise<SandboxTransfer> {
    const fingerprint = createHash('sha256').update(JSON.stringify(asked.body)).digest('hex');
    const transfer = this.#store.find(asked.reference) ?? this.#make(asked, fingerprint);
    if (transfer.fingerprint !== fingerprint) throw new ProviderError('refused', 'sandbox: the reference was used for another transfer');
    if (transfer.eventsBeforeReply) await this.deliver();
    return transfer;
  }

  #make(asked: NewTransfer, fingerprint: string): SandboxTransfer {
    const now = this.now();
    const { reference, amountCents, note } = asked;
    const fault = this.orders.take(eventFaults);
    const early = fault === 'eventsBeforeReply';
    const settleAt = new Date(now.getTime() + (early ? 0 : this.#settleAfterMs));
    const made = {
      reference,
      providerReference: `sbx-${createHash('sha256').update(reference).digest('hex').slice(0, 16)}`,
      amountCents,
      fingerprint,
      note,
      createdAt: now.toISOString(),
      ...(early ? { eventsBeforeReply: true as const } : {}),
      settlements: this.#rules.settle(asked, { orders: this.orders, settleAt, now }),
    };
    return this.#store.add({ ...made, events: eventsOf(made, fault) });
  }

  find(reference: string): SandboxTransfer | undefined {
    return this.#store.find(reference);
  }

  /** Newest first. */
  transfers(): SandboxTransfer[] {
    return this.#store.all().sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  settlementOf(transfer: SandboxTransfer): Settlement | undefined {
    return settledAt(transfer, this.now());
  }

  /** What was moved, oldest first. */
  statement(from: Date, to: Date): StatementLine[] {
    return this.#store
      .all()
      .flatMap((transfer) => {
        const { reference, providerReference } = transfer;
        const settlement = this.settlementOf(transfer);
        if (settlement?.state !== 'paid') return [];
        return [{ kind: this.#rules.kind, reference, providerReference, amountCents: settlement.amountCents, at: new Date(settlement.at) }];
      })
      .filter(({ at }) => at >= from && at < to)
      .sort((a, b) => a.at.getTime() - b.at.getTime() || a.reference.localeCompare(b.reference));
  }

  /** Settles now what settles next: of all transfers, or of the one of this reference. */
  settle(reference?: string): void {
    const chosen = reference === undefined ? this.#store.all() : [this.#store.find(reference)];
    for (const transfer of chosen) if (transfer) this.#store.save(settledSooner(transfer, this.now()));
  }

  /** What was ordered for a call that moves money, if anything. */
  takeWireFault(): WireFault | undefined {
    return this.orders.take(wireFaults);
  }

  /** Whether this question is not to be answered. */
  takeAskingFault(): boolean {
    return this.orders.take(askingFaults) !== undefined;
  }

  /** Where events go from now on. */
  deliverTo(receiver: EventReceiver): void {
    this.#receiver = receiver;
  }

  /** Sends the events that are due; answers how many were taken. One that is refused is sent again next time. */
  async deliver(): Promise<number> {
    if (!this.#receiver) return 0;
    let taken = 0;
    for (const { events } of this.#store.all()) {
      for (const event of events) {
        const due = !event.delivered && new Date(event.deliverAt) <= this.now() && !this.#underWay.has(event.id);
        if (due && (await this.#send(event, this.#receiver))) taken += event.copies;
      }
    }
    return taken;
  }

  async #send({ id, kind, reference, at, copies }: OutgoingEvent, receiver: EventReceiver): Promise<boolean> {
    this.#underWay.add(id);
    try {
      for (let copy = 0; copy < copies; copy++) await receiver({ id, kind, reference, at });
      this.#markDelivered(reference, id);
      return true;
    } catch {
      // Whoever receives says why in its own log; a provider tries again.
      return false;
    } finally {
      this.#underWay.delete(id);
    }
  }

  #markDelivered(reference: string, id: string): void {
    const transfer = this.#store.find(reference);
    if (!transfer) return;
    const events = transfer.events.map((event) => (event.id === id ? { ...event, delivered: true } : event));
    this.#store.save({ ...transfer, events });
  }
}
