import { observable, runInAction } from 'mobx';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ask } from '../../../../engine/react/screen/ask.ts';
import { DataStore } from '../../../../engine/react/screen/dataStore.ts';
import type { ScreenData } from '../../../../engine/config/screen.ts';
import { refusal } from './host.ts';

function createStore(data: Record<string, ScreenData>, call: (operation: string) => Promise<unknown>) {
  const holds = observable.map<string, boolean>();
  const input = observable.box<Record<string, unknown>>({});
  const awake = observable.box(true);
  const device = new Map<string, { value: unknown; at: string }>();
  const done = new Set<(operation: string) => void>();
  const online = new Set<() => void>();
  const calls = vi.fn<typeof call>(call);
  const store = new DataStore(data, {
    call: calls,
    input: () => input.get(),
    deviceAnswer: ({ op, keep }) =>
      keep && {
        read: async () => device.get(op),
        keep: (value) => void device.set(op, { value, at: 'now' }),
      },
    holds: (source) => source === undefined || holds.get(source) === true,
    awake: () => awake.get(),
    onFailed: () => undefined,
    onDone: (listener) => {
      done.add(listener);
      return () => done.delete(listener);
    },
    onOnline: (listener) => {
      online.add(listener);
      return () => online.delete(listener);
    },
  });
  return {
    store,
    calls,
    device,
    let: (condition: string, value: boolean) => runInAction(() => holds.set(condition, value)),
    ask: (inputs: Record<string, unknown>) => runInAction(() => input.set(inputs)),
    sleep: () => runInAction(() => awake.set(false)),
    wake: () => runInAction(() => awake.set(true)),
    done: (operation: string) => done.forEach((each) => each(operation)),
    online: () => online.forEach((each) => each()),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => void vi.useRealTimers());

describe('the data of a screen', () => {
  test('is an empty object until loaded', async () => {
    const { store } = createStore({ a: { op: 'a.get' } }, async () => ({ state: 'none' }));
    const stop = store.start();
    expect(store.state('a').status).toBe('loading');
    expect(store.value('a')).toEqual({});
    await settled();
    expect(store.value('a')).toEqual({ state: 'none' });
    stop();
  });

  test('fails with the reason, and is fetched again when the network returns', async () => {
    let isDown = true;
    const { store, online } = createStore({ a: { op: 'a.get' } }, async () => {
      if (isDown) throw refusal('networkAbnormal');
      return 1;
    });
    const stop = store.start();
    await settled();
    expect(store.state('a')).toMatchObject({ status: 'failed', error: { code: 'networkAbnormal' } });
    isDown = false;
    online();
    await settled();
    expect(store.state('a')).toEqual({ status: 'ready', value: 1 });
    stop();
  });

  test('stays on the screen when fetching it again fails', async () => {
    let times = 0;
    const { store } = createStore({ a: { op: 'a.get' } }, async () => {
      if (++times > 1) throw refusal('unavailable');
      return 'shown';
    });
    const stop = store.start();
    await settled();
    await store.refresh('a');
    expect(store.state('a')).toMatchObject({ status: 'ready', value: 'shown' });
    stop();
  });

  test('is fetched again after an operation that invalidates it, and after no other', async () => {
    const { store, calls, done } = createStore({ a: { op: 'a.get', invalidatedBy: ['a.change'] } }, async () => 1);
    const stop = store.start();
    await settled();
    done('b.change');
    expect(calls).toHaveBeenCalledTimes(1);
    done('a.change');
    expect(calls).toHaveBeenCalledTimes(2);
    stop();
    done('a.change');
    expect(calls).toHaveBeenCalledTimes(2);
  });

  test('is refreshed while the screen is visible', async () => {
    vi.useFakeTimers();
    const { store, calls } = createStore({ a: { op: 'a.get', refreshSeconds: 30 } }, async () => 1);
    const stop = store.start();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(calls).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(calls).toHaveBeenCalledTimes(3);
  });

  test('drops an outdated answer', async () => {
    const waiting: ((value: string) => void)[] = [];
    const { store } = createStore({ a: { op: 'a.get' } }, () => new Promise((resolve) => waiting.push(resolve)));
    const stop = store.start();
    void store.refresh('a');
    waiting[1]?.('newer');
    await settled();
    waiting[0]?.('older');
    await settled();
    expect(store.value('a')).toBe('newer');
    stop();
  });

  test('with a condition is fetched only while it is true, and hidden otherwise', async () => {
    const { store, calls, let: say } = createStore({ a: { op: 'a.get', when: 'known' } }, async () => 1);
    const stop = store.start();
    expect(store.state('a').status).toBe('idle');
    say('known', true);
    expect(calls).toHaveBeenCalledTimes(1);
    await settled();
    expect(store.state('a')).toEqual({ status: 'ready', value: 1 });
    say('known', false);
    expect(store.state('a').status).toBe('idle');
    stop();
  });

  test('with a condition is fetched again when its inputs change, and the old data is hidden', async () => {
    const { store, calls, let: say, ask } = createStore({ a: { op: 'a.get', when: 'known' } }, async () => 1);
    say('known', true);
    ask({ id: 'one' });
    const stop = store.start();
    await settled();
    ask({ id: 'one' });
    expect(calls).toHaveBeenCalledTimes(1);
    ask({ id: 'two' });
    expect(store.state('a').status).toBe('loading');
    expect(calls).toHaveBeenLastCalledWith('a.get', { id: 'two' });
    stop();
  });

  test('is not invalidated by an operation while its condition is false', () => {
    const { store, calls, done } = createStore({ a: { op: 'a.get', when: 'known', invalidatedBy: ['a.change'] } }, async () => 1);
    const stop = store.start();
    done('a.change');
    expect(calls).not.toHaveBeenCalled();
    stop();
  });
});

describe('refreshing', () => {
  const polled = { a: { op: 'a.get', refreshSeconds: 5, refreshWhen: 'underWay' } };

  test('continues only while its condition is true', async () => {
    vi.useFakeTimers();
    const { store, calls, let: say } = createStore(polled, async () => 1);
    const stop = store.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveBeenCalledTimes(1);
    say('underWay', true);
    await vi.advanceTimersByTimeAsync(10_500);
    expect(calls).toHaveBeenCalledTimes(4);
    say('underWay', false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveBeenCalledTimes(4);
    stop();
  });

  test('pauses while the page is hidden or offline, and refreshes at once afterwards', async () => {
    vi.useFakeTimers();
    const { store, calls, let: say, sleep, wake } = createStore(polled, async () => 1);
    say('underWay', true);
    const stop = store.start();
    sleep();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveBeenCalledTimes(1);
    wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveBeenCalledTimes(2);
  });

  test('waits for the answer before the next request', async () => {
    vi.useFakeTimers();
    const waiting: ((value: unknown) => void)[] = [];
    const { store, calls, let: say } = createStore(polled, () => new Promise((resolve) => waiting.push(resolve)));
    say('underWay', true);
    const stop = store.start();
    waiting[0]?.(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls).toHaveBeenCalledTimes(2);
    waiting[1]?.(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toHaveBeenCalledTimes(3);
    stop();
  });
});

const keep = { as: 'clubData', days: 7 };
const yesterday = { value: 'before', at: '2026-11-20T08:00:00.000Z' };

describe('G09 data stored on the device', () => {
  /** A server that answers on demand. */
  function slow(data: Record<string, ScreenData>) {
    const waiting: PromiseWithResolvers<unknown>[] = [];
    const stage = createStore(data, () => {
      const asked = Promise.withResolvers<unknown>();
      waiting.push(asked);
      return asked.promise;
    });
    return { ...stage, waiting };
  }

  test('is shown with its time until the server answers', async () => {
    const { store, device, waiting } = slow({ a: { op: 'a.get', keep } });
    device.set('a.get', yesterday);
    const stop = store.start();
    await settled();
    expect([store.value('a'), store.asOf, store.isAwaited('a')]).toEqual(['before', yesterday.at, false]);
    waiting[0]?.resolve('today');
    await settled();
    expect([store.value('a'), store.asOf]).toEqual(['today', undefined]);
    expect(device.get('a.get')?.value).toBe('today');
    stop();
  });

  test('stays with its time if the server does not answer, in either order', async () => {
    const { store, device, waiting, online } = slow({ a: { op: 'a.get', keep } });
    device.set('a.get', yesterday);
    const stop = store.start();
    waiting[0]?.reject(refusal('networkAbnormal'));
    await settled();
    expect(store.state('a')).toMatchObject({ status: 'ready', value: 'before', asOf: yesterday.at, error: { code: 'networkAbnormal' } });
    online();
    waiting[1]?.reject(refusal('networkAbnormal'));
    await settled();
    expect(store.asOf).toBe(yesterday.at);
    online();
    waiting[2]?.resolve('today');
    await settled();
    expect(store.state('a')).toEqual({ status: 'ready', value: 'today' });
    stop();
  });

  test('is neither read nor stored unless the screen says so', async () => {
    const { store, device, waiting } = slow({ a: { op: 'a.get' } });
    device.set('a.get', yesterday);
    const stop = store.start();
    await settled();
    expect(store.isAwaited('a')).toBe(true);
    waiting[0]?.resolve('today');
    await settled();
    expect(device.get('a.get')).toBe(yesterday);
    stop();
  });

  test('is not replaced by an outdated answer', async () => {
    const { store, device, waiting } = slow({ a: { op: 'a.get', keep } });
    const stop = store.start();
    void store.refresh('a');
    waiting[0]?.resolve('older');
    await settled();
    expect(device.size).toBe(0);
    stop();
  });

  test('may satisfy conditions of other data, which is then shown too', async () => {
    const { store, device, let: say } = slow({ a: { op: 'a.get', keep }, b: { op: 'b.get', when: 'known', keep } });
    device.set('a.get', yesterday).set('b.get', { value: 'older', at: '2026-11-19T08:00:00.000Z' });
    const stop = store.start();
    await settled();
    expect(store.asOf).toBe(yesterday.at);
    say('known', true);
    await settled();
    expect([store.value('b'), store.asOf]).toEqual(['older', '2026-11-19T08:00:00.000Z']);
    stop();
  });

  test('is confirmed only by an equal answer of the server', async () => {
    const outcomes: unknown[] = [];
    for (const answer of ['before', 'otherwise', refusal('networkAbnormal')]) {
      const { store, device, waiting } = slow({ a: { op: 'a.get', keep } });
      device.set('a.get', yesterday);
      const stop = store.start();
      await settled();
      const confirmed = store.confirm().catch((error: { code: string }) => error.code);
      if (typeof answer === 'string') waiting[1]?.resolve(answer);
      else waiting[1]?.reject(answer);
      outcomes.push(await confirmed);
      stop();
    }
    expect(outcomes).toEqual([true, false, 'networkAbnormal']);
  });

  test('T17 what a block reads by itself is kept as the data of the screen is, and its age counts', async () => {
    let answer: unknown = 'read';
    const { store, device } = createStore({ a: { op: 'a.get', keep } }, async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    expect([await ask(store, 'b.list', {}), store.asOf]).toEqual(['read', undefined]);
    answer = refusal('networkAbnormal');
    expect([await ask(store, 'b.list', {}), store.asOf]).toEqual(['read', 'now']);
    await expect(ask(store, 'c.list', {})).rejects.toMatchObject({ code: 'networkAbnormal' });
    answer = refusal('forbidden');
    await expect(ask(store, 'b.list', {})).rejects.toMatchObject({ code: 'forbidden' });
    answer = 'newer';
    expect([await ask(store, 'b.list', {}), store.asOf, device.get('b.list')?.value]).toEqual(['newer', undefined, 'newer']);
  });

  test('T17 on a screen that keeps nothing, nothing that a block reads is kept', async () => {
    const { store, device } = createStore({ a: { op: 'a.get' } }, async () => 'read');
    await ask(store, 'b.list', {});
    expect(device.size).toBe(0);
  });
});
