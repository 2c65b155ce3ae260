import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import type { PayoutPort, PayoutTransfer } from '../../../server/ports/payout.ts';
import { payoutFailures } from '../../../server/ports/sandbox/faults.ts';
import type { PayoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import type { TestClock } from './support.ts';

export interface PayoutUnderTest {
  port: PayoutPort;
  /** The provider behind the port. */
  sandbox: PayoutSandbox;
  clock: TestClock;
  close(): Promise<void>;
}

const destination = { method: 'bank', institution: 'bdo', account: '001234567890', holderName: 'Ana Cruz' } as const;
const transfer = (reference: string, amountCents = 250_000): PayoutTransfer => ({ reference, amountCents, currency: 'PHP', destination });
const from = new Date('2026-03-01T00:00:00Z');
const to = new Date('2026-04-01T00:00:00Z');

/** The contract of every payout provider. Runs for the sandbox and for the adapter that talks to a provider. */
export const payoutContract = (name: string, start: () => Promise<PayoutUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: PayoutUnderTest;
    beforeEach(async () => void (it = await start()));
    afterEach(() => it.close());
    const paidAmounts = async () => (await it.port.statement(from, to)).map(({ amountCents }) => amountCents);

    test('a transfer is accepted, then paid, and appears in the statement', async () => {
      const sent = await it.port.send(transfer('d-1'));
      expect(sent).toEqual({ state: 'accepted', providerReference: expect.any(String) });
      expect(await paidAmounts()).toEqual([]);
      it.clock.advance(3);
      const at = it.clock.now();
      expect(await it.port.status('d-1')).toEqual({ ...sent, state: 'paid', amountCents: 250_000, at });
      const { providerReference } = sent;
      expect(await it.port.statement(from, to)).toEqual([
        { kind: 'payout', reference: 'd-1', providerReference, amountCents: 250_000, at },
      ]);
      expect(await it.port.statement(from, at)).toEqual([]);
    });

    test('a reference sent again, in sequence or in parallel, makes one transfer', async () => {
      const receipts = await Promise.all([it.port.send(transfer('d-1')), it.port.send(transfer('d-1'))]);
      receipts.push(await it.port.send(transfer('d-1')));
      expect(new Set(receipts.map(({ providerReference }) => providerReference)).size).toBe(1);
      it.clock.advance(3);
      expect(await paidAmounts()).toEqual([250_000]);
    });

    test('a reference sent again with another amount or account is refused', async () => {
      await it.port.send(transfer('d-1'));
      await expect(it.port.send(transfer('d-1', 250_001))).rejects.toMatchObject({ name: 'ProviderError', kind: 'refused' });
      const elsewhere = { ...transfer('d-1'), destination: { ...destination, account: '001234567891' } };
      await expect(it.port.send(elsewhere)).rejects.toMatchObject({ kind: 'refused' });
      it.clock.advance(3);
      expect(await paidAmounts()).toEqual([250_000]);
    });

    test('an unsent reference is not found', async () => {
      expect(await it.port.status('d-none')).toBeUndefined();
      expect(await it.port.status('d/../?x=1')).toBeUndefined();
    });

    test.each(Object.entries(payoutFailures))('%s: the transfer fails with the reason %s, and nothing is moved', async (order, reason) => {
      it.sandbox.orders.order(order as keyof typeof payoutFailures);
      expect(await it.port.send(transfer('d-1'))).toMatchObject({ state: 'accepted' });
      it.clock.advance(3);
      expect(await it.port.status('d-1')).toMatchObject({ state: 'failed', reason, at: it.clock.now() });
      expect(await paidAmounts()).toEqual([]);
    });

    test.each(['timesOutBefore', 'answers500Before'] as const)(
      '%s: unknown, nothing was done, sending again does it once',
      async (order) => {
        it.sandbox.orders.order(order);
        expect(await it.port.send(transfer('d-1'))).toEqual({ state: 'unknown' });
        expect(await it.port.status('d-1')).toBeUndefined();
        expect(await it.port.send(transfer('d-1'))).toMatchObject({ state: 'accepted' });
        it.clock.advance(3);
        expect(await paidAmounts()).toEqual([250_000]);
      },
    );

    test.each(['timesOutAfter', 'answers500After'] as const)(
      '%s: unknown, it was done, sending again does not do it twice',
      async (order) => {
        it.sandbox.orders.order(order);
        expect(await it.port.send(transfer('d-1'))).toEqual({ state: 'unknown' });
        expect(await it.port.status('d-1')).toMatchObject({ state: 'accepted' });
        expect(await it.port.send(transfer('d-1'))).toMatchObject({ state: 'accepted' });
        it.clock.advance(3);
        expect(await paidAmounts()).toEqual([250_000]);
      },
    );

    test('an unreachable provider rejects instead of answering "unknown reference"', async () => {
      await it.port.send(transfer('d-1'));
      it.sandbox.orders.order('cannotBeAsked', 3);
      await expect(it.port.status('d-1')).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
      it.sandbox.orders.clear();
      it.sandbox.orders.order('cannotBeAsked', 3);
      await expect(it.port.statement(from, to)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
    });

    test.each([
      ['settlesAtOnce', { state: 'paid', amountCents: 250_000 }],
      ['eventsBeforeReply', { state: 'paid', amountCents: 250_000 }],
      ['neverSettles', { state: 'accepted' }],
    ] as const)('%s: the first reply says %j', async (order, receipt) => {
      it.sandbox.orders.order(order);
      expect(await it.port.send(transfer('d-1'))).toMatchObject(receipt);
      it.clock.advance(3600);
      expect(await it.port.status('d-1')).toMatchObject(receipt);
    });

    test.each([
      ['paysLess', 125_000],
      ['paysMore', 255_000],
    ] as const)('%s: the receipt and the statement say what was really paid', async (order, amountCents) => {
      it.sandbox.orders.order(order);
      await it.port.send(transfer('d-1'));
      it.clock.advance(3);
      expect(await it.port.status('d-1')).toMatchObject({ state: 'paid', amountCents });
      expect(await paidAmounts()).toEqual([amountCents]);
    });

    test('a paid transfer stays paid when the clock goes back', async () => {
      await it.port.send(transfer('d-1'));
      it.clock.advance(3);
      expect(await it.port.status('d-1')).toMatchObject({ state: 'paid' });
      it.clock.advance(-3600);
      expect(await it.port.status('d-1')).toMatchObject({ state: 'paid' });
    });

    test('a long statement is complete and in order', async () => {
      const references = Array.from({ length: 230 }, (_, index) => `d-${String(index).padStart(3, '0')}`);
      for (const reference of references) await it.port.send(transfer(reference));
      it.clock.advance(3);
      expect((await it.port.statement(from, to)).map(({ reference }) => reference)).toEqual(references);
    });
  });
