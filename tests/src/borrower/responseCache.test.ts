import { describe, expect, test } from 'vitest';
import type { ScreenData } from '../../../engine/config/screen.ts';
import { ResponseCache } from '../../../src/app/offline/responseCache.ts';
import { memoryStore } from '../../../src/app/memoryStore.ts';

const loan: ScreenData = { op: 'loans.current', invalidatedBy: ['repayments.create'], keep: { as: 'orderData', days: 7 } };
const value = { state: 'active', payoffCents: 509_800 };
const keptAt = '2026-11-20T08:00:00.000Z';

/** A device on which several people open pages in turn. */
function device() {
  const store = memoryStore();
  let now = keptAt;
  const visit = (owner = 'ann', contract = 'c1', release = 'r1') => {
    const idle: (() => void)[] = [];
    const written: string[] = [];
    const set = (name: string, value: unknown) => void written.push(`${name} ${JSON.stringify(value)}`);
    const state = { customerId: owner, set, keptNames: ['homeData', 'orderData'] };
    const answers = new ResponseCache({
      store,
      state,
      owner,
      boot: { contract, release },
      now: () => new Date(now),
      later: (work) => void idle.push(work),
    });
    /** Waits until the page is idle and the disk has finished. */
    const rest = async () => {
      await Promise.resolve();
      idle.splice(0).forEach((work) => work());
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { answers, rest, written };
  };
  return { store, visit, at: (time: string) => (now = time) };
}

/** A device with the cache of an earlier visit. */
async function deviceWithLoan() {
  const it = device();
  const { answers, rest } = it.visit();
  await answers.keep(loan, {}, value);
  await rest();
  return it;
}

describe('G09 an answer that is kept on the device', () => {
  test('is available at the next visit, with its time', async () => {
    const { visit } = device();
    const first = visit();
    await first.answers.keep(loan, {}, value);
    await first.answers.keep({ op: 'coupons.list', keep: { as: 'homeData', days: 7 } }, {}, []);
    expect(first.written).toEqual([]);
    await first.rest();
    expect(first.written.sort()).toEqual([`homeData.at "${keptAt}"`, `orderData.at "${keptAt}"`]);
    expect(await visit().answers.read(loan, {})).toMatchObject({ value, at: keptAt });
    expect(await visit().answers.read(loan, { id: 'other' })).toBeUndefined();
  });

  test.each([
    ['another person', ['ben', 'c1', 'r1']],
    ['another contract of the API', ['ann', 'c2', 'r1']],
    ['another release', ['ann', 'c1', 'r2']],
  ] as const)('is dropped for %s', async (_, [owner, contract, release]) => {
    const { visit, store } = await deviceWithLoan();
    expect(await visit(owner, contract, release).answers.read(loan, {})).toBeUndefined();
    expect(await store.load('answers')).toBeUndefined();
  });

  test.each([
    ['no object', 'what is this'],
    ['of an older form', { owner: 'ann', version: 'c1 r1', answers: { 'loans.current {}': { value: 1 } } }],
    ['without answers', { owner: 'ann', version: 'c1 r1' }],
  ])('is dropped without a word when it is %s', async (_, broken) => {
    const { visit, store } = device();
    await store.save('answers', broken);
    expect(await visit().answers.read(loan, {})).toBeUndefined();
    expect(await store.load('answers')).toBeUndefined();
  });

  test('is shown for its days, and not if the clock was set back', async () => {
    const { visit, at } = await deviceWithLoan();
    at('2026-11-27T07:59:59.999Z');
    expect(await visit().answers.read(loan, {})).toMatchObject({ value, at: keptAt });
    for (const time of ['2026-11-27T08:00:00.000Z', '2026-11-20T07:59:59.999Z']) {
      at(time);
      expect([time, await visit().answers.read(loan, {})]).toEqual([time, undefined]);
    }
  });

  test('is dropped only by an operation that invalidates it', async () => {
    const { visit } = await deviceWithLoan();
    const { answers, rest } = visit();
    await answers.outdate('messages.markRead');
    await rest();
    expect(await visit().answers.read(loan, {})).toMatchObject({ value, at: keptAt });
    await answers.outdate('repayments.create');
    await rest();
    expect(await visit().answers.read(loan, {})).toBeUndefined();
  });

  test('is one of the 60 newest, with at most 100,000 characters', async () => {
    const { visit, at } = device();
    const { answers, rest } = visit();
    for (let second = 0; second < 70; second += 1) {
      at(`2026-11-20T08:${10 + Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}.000Z`);
      await answers.keep(loan, { second }, value);
    }
    await answers.keep(loan, { second: 'long' }, 'x'.repeat(100_000));
    await rest();
    const later = visit().answers;
    expect(await later.read(loan, { second: 10 })).toBeUndefined();
    expect(await later.read(loan, { second: 11 })).toBeDefined();
    expect(await later.read(loan, { second: 'long' })).toBeUndefined();
  });

  test('is deleted when the session ends, and pending answers are not stored afterwards', async () => {
    const { visit, store } = await deviceWithLoan();
    const { answers, rest, written } = visit();
    await answers.keep(loan, {}, 'late');
    await answers.forget();
    await rest();
    await answers.keep(loan, {}, 'later');
    await rest();
    expect(await store.load('answers')).toBeUndefined();
    expect(await answers.read(loan, {})).toBeUndefined();
    expect(written).toEqual(['homeData {}', 'orderData {}']);
  });

  test('that cannot be read or written causes no error', async () => {
    const broken = () => Promise.reject(new Error('no disk'));
    const idle: (() => void)[] = [];
    const answers = new ResponseCache({
      store: { load: broken, save: broken, drop: broken, erase: broken },
      owner: 'ann',
      boot: { contract: 'c1', release: 'r1' },
      now: () => new Date(keptAt),
      later: (work) => void idle.push(work),
      state: { customerId: 'ann', keptNames: [], set: () => expect.unreachable() },
    });
    await answers.keep(loan, {}, value);
    idle.forEach((work) => work());
    await new Promise((resolve) => setTimeout(resolve));
    expect(await answers.read(loan, {})).toMatchObject({ value });
  });
});
