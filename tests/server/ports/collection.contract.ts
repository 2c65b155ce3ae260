import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import type { CollectionPort, CollectionRequest } from '../../../server/ports/collection.ts';
import type { CollectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import type { TestClock } from './support.ts';

export interface CollectionUnderTest {
  port: CollectionPort;
  /** The provider behind the port. */
  sandbox: CollectionSandbox;
  clock: TestClock;
  close(): Promise<void>;
}

const from = new Date('2026-03-01T00:00:00Z');
const to = new Date('2026-04-01T00:00:00Z');
const lifetimeSeconds = 3600;

/** The contract of every collection provider. Runs for the sandbox and for the adapter that talks to a provider. */
export const collectionContract = (name: string, start: () => Promise<CollectionUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: CollectionUnderTest;
    let request: CollectionRequest;
    beforeEach(async () => {
      it = await start();
      const expiresAt = new Date(it.clock.now().getTime() + lifetimeSeconds * 1000);
      request = { reference: 'r-1', amountCents: 254_130, currency: 'PHP', description: 'H-000123', expiresAt };
    });
    afterEach(() => it.close());
    const takenAmounts = async () => (await it.port.statement(from, to)).map(({ amountCents }) => amountCents);

    test('a request returns instructions, is paid, and appears in the statement', async () => {
      const asked = await it.port.request(request);
      expect(asked).toEqual({
        state: 'inProgress',
        providerReference: expect.any(String),
        instructions: { channel: expect.any(String), code: expect.any(String) },
      });
      it.clock.advance(3);
      const paidAt = it.clock.now();
      const { providerReference } = asked;
      expect(await it.port.status('r-1')).toEqual({ state: 'success', providerReference, amountCents: 254_130, paidAt });
      expect(await it.port.statement(from, to)).toEqual([
        { kind: 'collection', reference: 'r-1', providerReference, amountCents: 254_130, at: paidAt },
      ]);
    });

    test('the same reference again is the same request; with another amount it is refused', async () => {
      const first = await it.port.request(request);
      expect(await it.port.request(request)).toEqual(first);
      await expect(it.port.request({ ...request, amountCents: 1 })).rejects.toMatchObject({ name: 'ProviderError', kind: 'refused' });
      it.clock.advance(3);
      expect(await takenAmounts()).toEqual([254_130]);
    });

    test('an unknown reference is not found', async () => {
      expect(await it.port.status('r-none')).toBeUndefined();
    });

    test.each([
      ['declinedFails', 'declined'],
      ['insufficientFundsFail', 'insufficientFunds'],
      ['otherFails', 'other'],
    ] as const)('%s: it fails with the reason %s', async (order, reason) => {
      it.sandbox.orders.order(order);
      await it.port.request(request);
      it.clock.advance(3);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'failed', reason });
      expect(await takenAmounts()).toEqual([]);
    });

    test('an unpaid request can be paid until it expires', async () => {
      it.sandbox.orders.order('expires');
      await it.port.request(request);
      it.clock.advance(lifetimeSeconds - 1);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'inProgress', instructions: expect.anything() });
      it.clock.advance(1);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'failed', reason: 'expired' });
    });

    test('money that arrives after the expiry makes it a success', async () => {
      it.sandbox.orders.order('paysLate');
      await it.port.request(request);
      it.clock.advance(lifetimeSeconds);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'failed', reason: 'expired' });
      it.clock.advance(60);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'success', amountCents: 254_130, paidAt: it.clock.now() });
      expect(await takenAmounts()).toEqual([254_130]);
    });

    test.each([
      ['paysLess', 127_065],
      ['paysMore', 259_130],
    ] as const)('%s: the receipt and the statement say what was really paid', async (order, amountCents) => {
      it.sandbox.orders.order(order);
      await it.port.request(request);
      it.clock.advance(3);
      expect(await it.port.status('r-1')).toMatchObject({ state: 'success', amountCents });
      expect(await takenAmounts()).toEqual([amountCents]);
    });

    test.each([
      ['timesOutBefore', undefined],
      ['answers500Before', undefined],
      ['timesOutAfter', 'inProgress'],
      ['answers500After', 'inProgress'],
    ] as const)('%s: unknown, and asking tells', async (order, state) => {
      it.sandbox.orders.order(order);
      expect(await it.port.request(request)).toEqual({ state: 'unknown' });
      expect((await it.port.status('r-1'))?.state).toBe(state);
      expect(await it.port.request(request)).toMatchObject({ state: 'inProgress' });
      it.clock.advance(3);
      expect(await takenAmounts()).toEqual([254_130]);
    });

    test('an unreachable provider rejects', async () => {
      await it.port.request(request);
      it.sandbox.orders.order('cannotBeAsked', 3);
      await expect(it.port.status('r-1')).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
    });
  });
