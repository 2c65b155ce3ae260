import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/deps.ts';
import { ProviderError } from '../providerError.ts';
import { SandboxOrders } from '../sandboxOrders.ts';
import type { StatementLine } from '../statement.ts';
import {
  eventsOf,
  settledAt,
  withSettlementAt,
  type OutgoingEvent,
  type ProviderEvent,
  type SandboxTransfer,
  type Settlement,
} from './transfer.ts';
import { isDoneDespite, queryFaults, eventFaults, wireFaults, type Fault, type WireFault } from './faults.ts';
import { memoryStore, type TransferStore } from './store.ts';

export interface MoneySandboxOptions {
  clock: Clock;
  /** In memory by default. */
  store?: TransferStore;
  /** Seconds until a transfer settles, by the injected clock; 3 by default. */
  settleAfterSeconds?: number;
}

export interface NewTransfer {
  reference: string;
  amountCents: number;
  /** Masked note for the /dev pages. */
  note: string;
  /** The full request. The same reference with another body is refused. */
  body: unknown;
}

/** Receives an event. If it rejects, the event is redelivered later. */
export type EventReceiver = (event: ProviderEvent) => Promise<void>;

/** Input for the decision about a transfer's outcome. */
export interface Deciding<Order extends string> {
  orders: SandboxOrders<Order | Fault>;
  /** When it settles without a fault. */
  settleAt: Date;
  now: Date;
}

/** The differences between providers. */
export interface MoneySandboxRules<Order extends string> {
  kind: StatementLine['kind'];
  /** Names of all faults that can be queued. */
  orderNames: readonly (Order | Fault)[];
  /** Decides the outcome of a new transfer. */
  settle(transfer: NewTransfer, deciding: Deciding<Order>): Settlement[];
}

/**
 * A provider's ledger: transfers by reference, each made once, with queued faults, events and a statement. The ports call it directly,
 * `serveSandbox` serves it over HTTP.
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

  /** Queues a fault by name. Returns false if there is no such fault. */
  orderByName(name: string, times = 1): boolean {
    const order = this.#rules.orderNames.find((known) => known === name);
    if (order) this.orders.order(order, times);
    return order !== undefined;
  }

  /** Never goes back, so that a paid transfer stays paid. */
  now(): Date {
    const now = this.#clock.now();
    if (now > this.#latest) this.#latest = now;
    return this.#latest;
  }

  /** Creates the transfer, or finds the one with this reference. Rejects if their contents differ. */
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

  /** Money movements, oldest first. */
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

  /** Brings the next settlement forward to now, for all transfers or for one reference. */
  settle(reference?: string): void {
    const chosen = reference === undefined ? this.#store.all() : [this.#store.find(reference)];
    for (const transfer of chosen) if (transfer) this.#store.save(withSettlementAt(transfer, this.now()));
  }

  /** Takes the queued fault for a call that moves money, if any. */
  takeWireFault(): WireFault | undefined {
    return this.orders.take(wireFaults);
  }

  /** Opens a transfer and returns its receipt, unless the queued fault prevents either. */
  async receive<Receipt>(open: () => Promise<SandboxTransfer>, receiptOf: (transfer: SandboxTransfer) => Receipt) {
    const fault = this.takeWireFault();
    if (fault && !isDoneDespite(fault)) return { state: 'unknown' as const };
    const opened = await open();
    return fault ? { state: 'unknown' as const } : receiptOf(opened);
  }

  /** The queries of a port: the state of one transfer, and the statement. */
  queries<Receipt>(receiptOf: (transfer: SandboxTransfer) => Receipt) {
    const refuseFaulty = () => {
      if (this.takeQueryFault()) throw new ProviderError('unavailable', `${this.#rules.kind} sandbox: simulated outage`);
    };
    return {
      status: async (reference: string): Promise<Receipt | undefined> => {
        refuseFaulty();
        const transfer = this.find(reference);
        return transfer && receiptOf(transfer);
      },
      statement: async (from: Date, to: Date): Promise<StatementLine[]> => {
        refuseFaulty();
        return this.statement(from, to);
      },
    };
  }

  /** Takes a queued fault for a query. Returns whether there was one. */
  takeQueryFault(): boolean {
    return this.orders.take(queryFaults) !== undefined;
  }

  /** Sets the receiver of future events. */
  deliverTo(receiver: EventReceiver): void {
    this.#receiver = receiver;
  }

  /** Sends due events and returns how many were accepted. A rejected event is redelivered next time. */
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
      // The receiver logs the reason. A provider only retries.
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
