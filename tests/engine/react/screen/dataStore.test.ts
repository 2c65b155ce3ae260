import { afterEach, describe, expect, test, vi } from 'vitest';
import { DataStore } from '../../../../engine/react/screen/dataStore.ts';
import type { ScreenData } from '../../../../engine/config/screen.ts';
import { refusal } from './host.ts';

function createStore(data: Record<string, ScreenData>, call: (operation: string) => Promise<unknown>) {
  const done = new Set<(operation: string) => void>();
  const online = new Set<() => void>();
  const calls = vi.fn<typeof call>(call);
  const store = new DataStore(data, {
    call: calls,
    input: () => ({}),
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
    done: (operation: string) => done.forEach((each) => each(operation)),
    online: () => online.forEach((each) => each()),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => void vi.useRealTimers());

describe('the data of a screen', () => {
  test('is an empty object until it is there', async () => {
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

  test('is fetched by the clock while the screen is in sight', () => {
    vi.useFakeTimers();
    const { store, calls } = createStore({ a: { op: 'a.get', refreshSeconds: 30 } }, async () => 1);
    const stop = store.start();
    vi.advanceTimersByTime(61_000);
    expect(calls).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(61_000);
    expect(calls).toHaveBeenCalledTimes(3);
  });

  test('an answer that was overtaken is dropped', async () => {
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
});
