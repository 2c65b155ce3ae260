import { afterEach, expect, test, vi } from 'vitest';
import { actedInFrame, followPresence } from '../../../src/staff/presence.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['keydown', actedInFrame])('D01 requests of a page at which nobody sits are marked, until somebody acts again: %s', (act) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const headers = followPresence();
  expect(headers()).toEqual({});
  vi.advanceTimersByTime(10_001);
  expect(headers()).toEqual({ 'x-hakbang-by-itself': '1' });
  window.dispatchEvent(new Event(act));
  expect(headers()).toEqual({});
  vi.advanceTimersByTime(10_001);
  expect(headers()).toEqual({ 'x-hakbang-by-itself': '1' });
});
