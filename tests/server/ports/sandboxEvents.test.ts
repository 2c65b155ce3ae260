import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutSandbox, type PayoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { folderStore } from '../../../server/ports/sandbox/store.ts';
import { isFinal, type ProviderEvent } from '../../../server/ports/sandbox/transfer.ts';
import { smsSandbox } from '../../../server/ports/smsSandbox.ts';
import { testClock, type TestClock } from './support.ts';

const transferOf = (reference: string) =>
  ({
    reference,
    amountCents: 100_000,
    currency: 'PHP',
    destination: { method: 'wallet', institution: 'gcash', account: '09171234567', holderName: 'Ana Cruz' },
  }) as const;

let clock: TestClock;
let events: ProviderEvent[];
let sandbox: PayoutSandbox;
const receive = async (event: ProviderEvent) => void events.push(event);
const kinds = () => events.map(({ kind }) => kind);

beforeEach(() => {
  clock = testClock();
  events = [];
  sandbox = payoutSandbox({ clock });
  sandbox.provider.deliverTo(receive);
});

describe('events of a transfer', () => {
  test('report acceptance and settlement, each once', async () => {
    await sandbox.send(transferOf('d-1'));
    await sandbox.provider.deliver();
    expect(kinds()).toEqual(['accepted']);
    clock.advance(3);
    expect(await sandbox.provider.deliver()).toBe(1);
    expect(await sandbox.provider.deliver()).toBe(0);
    expect(events[1]).toEqual({ id: expect.stringMatching(/^evt_/), kind: 'settled', reference: 'd-1', at: clock.now().toISOString() });
  });

  test.each([
    ['duplicatesEvents', ['accepted', 'accepted', 'accepted', 'settled', 'settled', 'settled'], 2],
    ['reordersEvents', ['settled', 'accepted'], 2],
    ['losesEvents', [], 0],
  ] as const)('%s: they arrive as %j', async (order, expected, differentIds) => {
    sandbox.orders.order(order);
    await sandbox.send(transferOf('d-1'));
    await sandbox.provider.deliver();
    clock.advance(3);
    await sandbox.provider.deliver();
    expect(kinds()).toEqual(expected);
    expect(new Set(events.map(({ id }) => id)).size).toBe(differentIds);
  });

  test('arrive a minute late when delayed, with the original time', async () => {
    sandbox.orders.order('delaysEvents');
    await sandbox.send(transferOf('d-1'));
    clock.advance(59);
    await sandbox.provider.deliver();
    expect(events).toEqual([]);
    clock.advance(4);
    await sandbox.provider.deliver();
    expect(events.map(({ at }) => at)).toEqual(['2026-03-10T04:00:00.000Z', '2026-03-10T04:00:03.000Z']);
  });

  test('may arrive before the reply', async () => {
    sandbox.orders.order('eventsBeforeReply');
    const order: string[] = [];
    sandbox.provider.deliverTo(async ({ kind }) => void order.push(kind));
    await sandbox.send(transferOf('d-1')).then(() => order.push('reply'));
    expect(order).toEqual(['accepted', 'settled', 'reply']);
  });

  test('are sent again when refused', async () => {
    let refusals = 2;
    sandbox.provider.deliverTo(async (event) => {
      if (refusals-- > 0) throw new Error('not now');
      await receive(event);
    });
    await sandbox.send(transferOf('d-1'));
    for (let round = 0; round < 4; round++) await sandbox.provider.deliver();
    expect(kinds()).toEqual(['accepted']);
  });

  test('are sent early when settled by hand', async () => {
    sandbox.orders.order('delaysEvents');
    await sandbox.send(transferOf('d-1'));
    await sandbox.send(transferOf('d-2'));
    sandbox.provider.settle('d-1');
    expect(await sandbox.status('d-1')).toMatchObject({ state: 'paid', at: clock.now() });
    expect(await sandbox.status('d-2')).toMatchObject({ state: 'accepted' });
    sandbox.provider.settle();
    expect(await sandbox.status('d-2')).toMatchObject({ state: 'paid' });
  });
});

describe('a ledger in a folder', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'hakbang-books-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = () => {
    const opened = payoutSandbox({ clock, store: folderStore(folder, (transfer) => isFinal(transfer, clock.now())) });
    opened.provider.deliverTo(receive);
    return opened;
  };

  test('survives a restart: pays nothing twice and sends pending events', async () => {
    const first = open();
    const sent = await first.send(transferOf('d-1'));
    await first.provider.deliver();
    clock.advance(3);
    const second = open();
    expect(await second.send(transferOf('d-1'))).toMatchObject({ state: 'paid', providerReference: sent.providerReference });
    await second.provider.deliver();
    expect(kinds()).toEqual(['accepted', 'settled']);
    expect(await open().provider.deliver()).toBe(0);
    expect(second.provider.statement(new Date(0), new Date('2027-01-01'))).toHaveLength(1);
  });

  test('makes one transfer for two parallel processes', async () => {
    const [first, second] = [open(), open()];
    const receipts = await Promise.all([first.send(transferOf('d-2')), second.send(transferOf('d-2'))]);
    expect(receipts[0]).toEqual(receipts[1]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('keeps the first of two parallel writes', () => {
    const [first, second] = [0, 1].map(() => folderStore(folder, () => false));
    const made = { amountCents: 1, fingerprint: '', note: '', createdAt: '', settlements: [], events: [], reference: 'd-3' };
    expect(first?.add({ ...made, providerReference: 'first' }).providerReference).toBe('first');
    expect(second?.add({ ...made, providerReference: 'second' }).providerReference).toBe('first');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('contains no whole account number', () => {
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.join('\n')).toContain('•••• 4567');
    expect(texts.join('\n')).not.toMatch(/09171234567|Ana Cruz/);
  });

  test('keeps the SMS outbox over a restart, newest first', async () => {
    const file = join(folder, 'sms.jsonl');
    const first = smsSandbox(clock, { file });
    await first.send({ to: '+639171234567', text: 'one' });
    await first.send({ to: '+639171234567', text: 'two', id: 'second' });
    const second = smsSandbox(clock, { file });
    expect(second.outbox).toEqual(first.outbox);
    await second.send({ to: '+639171234567', text: 'two', id: 'second' });
    expect(second.outbox.map(({ text }) => text)).toEqual(['two', 'one']);
  });
});
