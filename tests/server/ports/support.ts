/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): Date;
  advance(seconds: number): void;
}

export function testClock(): TestClock {
  let time = new Date('2026-03-10T04:00:00Z');
  return { now: () => time, advance: (seconds) => void (time = new Date(time.getTime() + seconds * 1000)) };
}

export const testKey = { id: 'test', secret: 'a secret of the tests, long enough' };

/** Adapter settings with a short timeout. */
export const quick = { key: testKey, timeoutMs: 300 };
