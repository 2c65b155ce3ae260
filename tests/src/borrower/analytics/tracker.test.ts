import fc from 'fast-check';
import { observable, runInAction } from 'mobx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../../engine/react/screen/screenModel.ts';
import { FormSession } from '../../../../engine/session/formSession.ts';
import { type AnalyticsEvent, onlyIds } from '../../../../src/app/analytics/events.ts';
import { observe } from '../../../../src/app/analytics/observe.ts';
import { type AnalyticsSdk, Tracker } from '../../../../src/app/analytics/tracker.ts';
import { startProduct, type ProductApp } from '../../../server/support/product.ts';

/** An SDK that records its calls and loads on demand. */
function fakeSdk(): AnalyticsSdk & { log: string[]; arrive: () => Promise<void>; fail: () => Promise<void> } {
  const log: string[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } = { resolve: () => undefined, reject: () => undefined };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    log,
    start: () => {
      log.push('start');
      return new Promise((resolve, reject) => (settle = { resolve, reject }));
    },
    send: (event) => void log.push(JSON.stringify(event)),
    stop: () => void log.push('stop'),
    arrive: () => (settle.resolve(), turn()),
    fail: () => (settle.reject(new Error('blocked')), turn()),
  };
}

function setUp() {
  const consent = observable.box(false);
  const sdk = fakeSdk();
  const tracker = new Tracker({ isAllowed: () => consent.get(), sdk });
  tracker.follow();
  return { sdk, tracker, allow: (allowed: boolean) => runInAction(() => consent.set(allowed)) };
}

const viewed = (screen: string): AnalyticsEvent => ({ name: 'screenViewed', screen });

describe('G11 the tracker', () => {
  test('G11 loads nothing, sends nothing and keeps nothing without consent', async () => {
    const { sdk, tracker, allow } = setUp();
    tracker.track(viewed('before'));
    expect(sdk.log).toEqual([]);
    allow(true);
    await sdk.arrive();
    expect(sdk.log).toEqual(['start']);
  });

  test('queues events while the SDK loads and sends them in order', async () => {
    const { sdk, tracker, allow } = setUp();
    allow(true);
    tracker.track(viewed('one'));
    tracker.track(viewed('two'));
    await sdk.arrive();
    tracker.track(viewed('three'));
    expect(sdk.log).toEqual(['start', ...['one', 'two', 'three'].map((screen) => JSON.stringify(viewed(screen)))]);
  });

  test('G11 a withdrawn consent stops it and drops the queue', async () => {
    const { sdk, tracker, allow } = setUp();
    allow(true);
    tracker.track(viewed('waiting'));
    allow(false);
    await sdk.arrive();
    tracker.track(viewed('later'));
    expect(sdk.log.filter((line) => line.includes('screenViewed'))).toEqual([]);
    expect(sdk.log.at(-1)).toBe('stop');
    allow(true);
    await sdk.arrive();
    tracker.track(viewed('again'));
    expect(sdk.log.at(-1)).toBe(JSON.stringify(viewed('again')));
  });

  test('a blocked SDK causes no error and is requested again after a new consent', async () => {
    const { sdk, tracker, allow } = setUp();
    allow(true);
    await sdk.fail();
    tracker.track(viewed('lost'));
    allow(false);
    allow(true);
    await sdk.arrive();
    tracker.track(viewed('here'));
    expect(sdk.log).toEqual(['start', 'start', JSON.stringify(viewed('here'))]);
  });

  test('only ids are sent', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const sent = onlyIds({ name: 'checkFailed', form: 'contact', field: 'phone', code: text });
        expect(sent === undefined || /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(text)).toBe(true);
      }),
    );
    for (const value of ['9171234567', '+63 917 123 4567', 'Maria Santos', 'maria@mail.ph', 'CRN-0111', '']) {
      expect(onlyIds({ name: 'checkFailed', form: 'contact', field: value, code: 'required' })).toBeUndefined();
    }
  });
});

describe('analytics of the shipped forms', () => {
  let server: ProductApp;
  beforeAll(async () => {
    server = await startProduct();
  });
  afterAll(() => server.close());

  test('G11 no value, phone or name is sent from any field, only ids and codes', async () => {
    const release = server.deps.releases.active();
    const ids = Object.keys(release.manifest.forms);
    const forms = await Promise.all(ids.map((id) => release.form(id)));
    const value = fc.oneof(
      fc.string({ maxLength: 30 }).map((text) => `Zq7${text}`),
      fc.constantFrom('9171234567', '+639171234567', 'Maria Santos', 'maria@mail.ph', '001234567890'),
      fc.integer({ min: 100_000 }),
      fc.array(fc.record({ name: fc.constant('Zq7 Luz'), phone: fc.constant('9181234567') }), { maxLength: 3 }),
    );
    let sent = 0;
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.array(value, { minLength: 1, maxLength: 8 }), (form, values) => {
        const surroundings = () => ({ answers: {}, session: { phone: '9171234567' }, constants: {}, features: {}, today: '2026-03-10' });
        const session = new FormSession({ definition: form.definition, module: form.module, surroundings, report: () => undefined });
        const screen = { id: 'someScreen', loaded: { definition: {}, forms: { [session.id]: form } }, form: () => session };
        const events: AnalyticsEvent[] = [];
        const stop = observe({
          screen: () => screen as unknown as ScreenModel,
          onDone: () => () => undefined,
          track: (event) => {
            const passed = onlyIds(event);
            if (passed) events.push(passed);
          },
        });
        session.fields.forEach((field, index) => session.set(field, values[index % values.length]));
        session.attempt();
        stop();
        sent += events.filter(({ name }) => name === 'checkFailed').length;
        expect(JSON.stringify(events)).not.toMatch(/Zq7|917123|918123|Maria|maria|Luz|00123456|[0-9]{6}/);
        const fields = events.flatMap((event) => (event.name === 'checkFailed' ? [event.field] : []));
        expect(fields.filter((field) => !session.fields.includes(field))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(sent).toBeGreaterThan(100);
  });
});
