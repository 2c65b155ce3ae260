import { observable, runInAction } from 'mobx';
import { expect, test } from 'vitest';
import { claimHomescreen } from '../../../../src/borrower/homescreen/claim.ts';
import { browserOf } from '../../../../src/app/state/browser.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function setUp(answer: () => 'granted' | 'already' | 'lost') {
  const may = observable.box(false);
  const log: string[] = [];
  let known = false;
  claimHomescreen({
    mayClaim: () => may.get(),
    isKnown: () => known,
    remember: () => (known = true),
    claim: async () => {
      log.push('claim');
      const state = answer();
      if (state === 'lost') throw new Error('no connection');
      return { state, couponCents: 20_000, boostCents: 0 };
    },
    onGranted: ({ couponCents }) => void log.push(`granted ${couponCents}`),
  });
  const set = async (value: boolean) => {
    runInAction(() => may.set(value));
    await turn();
  };
  return { log, set };
}

test('L16 the reward is claimed automatically, once, when a borrower opens the app from the homescreen', async () => {
  const { log, set } = setUp(() => 'granted');
  expect(log).toEqual([]);
  await set(true);
  await set(false);
  await set(true);
  expect(log).toEqual(['claim', 'granted 20000']);
});

test('a borrower who has the reward sees nothing', async () => {
  const { log, set } = setUp(() => 'already');
  await set(true);
  expect(log).toEqual(['claim']);
});

test('after a failure without a connection the next start tries again', async () => {
  let online = false;
  const { log, set } = setUp(() => (online ? 'granted' : 'lost'));
  await set(true);
  online = true;
  await set(false);
  await set(true);
  expect(log).toEqual(['claim', 'claim', 'granted 20000']);
});

test.each([
  [
    'an iPad that calls itself a Macintosh',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    5,
    'iosSafari',
  ],
  [
    'a Macintosh',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    0,
    'desktopSafari',
  ],
  [
    'Samsung’s',
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    5,
    'androidSamsung',
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    5,
    'androidChrome',
  ],
  [
    'Messenger on Android',
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/480.0]',
    5,
    'inApp',
  ],
  ['something else', 'curl/8', 0, 'other'],
] as const)('S26 the browser is known by its description: %s', (_, userAgent, touchPoints, expected) => {
  expect(browserOf(userAgent, touchPoints)).toBe(expected);
});
