import { reaction } from 'mobx';
import { describe, expect, test } from 'vitest';
import { ClientState } from '../../../src/app/state/clientState.ts';
import { describeDevice } from '../../../src/app/state/device.ts';
import { createToday } from '../../../src/app/state/today.ts';
import { keptIn } from '../../../src/app/state/storage.ts';

class Shelf {
  values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
}

function create(local = new Shelf(), session = new Shelf()) {
  const kept = (shelf: Shelf) => keptIn(() => shelf as unknown as Storage);
  const defaults = { publicData: {}, homeData: {}, loanTabType: 2, theme: 1 };
  const state = new ClientState({ storageKey: 'core', defaults, keptNames: ['homeData'], local: kept(local), session: kept(session) });
  return { state, local: () => JSON.parse(local.values.get('core') ?? '{}') as unknown, session: () => session.values.get('core') ?? '' };
}

describe('the client state', () => {
  test('G09 starts with the defaults and is stored as JSON under one core key', () => {
    const { state, local } = create();
    state.set('publicData.token', 't');
    state.set('publicData.customerId', 'c');
    expect(local()).toEqual({ publicData: { token: 't', customerId: 'c' }, homeData: {}, loanTabType: 2, theme: 1 });
    expect(state.isLoggedIn).toBe(true);
  });

  test('K03 is a MobX store: observers see a login and a logout', () => {
    const { state } = create();
    const observed: boolean[] = [];
    const stop = reaction(
      () => state.isLoggedIn,
      (loggedIn) => observed.push(loggedIn),
    );
    state.set('publicData', { token: 't', customerId: 'c' });
    state.forget();
    stop();
    state.set('publicData', { token: 't', customerId: 'c' });
    expect(observed).toEqual([true, false]);
  });

  test('P01 has a borrower only with token and customer id', () => {
    const { state } = create();
    state.set('publicData.token', 't');
    expect(state.isLoggedIn).toBe(false);
  });

  test('is restored on the next visit', () => {
    const shelf = new Shelf();
    create(shelf).state.set('publicData.token', 't');
    expect(create(shelf).state.token).toBe('t');
  });

  test("never stores the borrower's number", () => {
    const { state, local, session } = create();
    state.set('phone', '9171234567');
    expect(state.values['phone']).toBe('9171234567');
    expect(JSON.stringify(local()) + session()).not.toContain('9171234567');
  });

  test('N03 values of a tab end with the tab', () => {
    const { state, local, session } = create();
    state.set('promotion.campaign', 'spring');
    expect(session()).toContain('spring');
    expect(JSON.stringify(local())).not.toContain('spring');
  });

  test('removes the person at logout and keeps the choices of the device', () => {
    const { state } = create();
    state.set('publicData.token', 't');
    state.set('theme', 3);
    state.set('phone', '917');
    state.set('homeData.at', '2026-01-01');
    state.set('closed.couponDialogs.ready', '2026-01-01');
    state.forget();
    expect(state.values).toMatchObject({ publicData: {}, homeData: {}, theme: 3, closed: { couponDialogs: { ready: '2026-01-01' } } });
    expect(state.values['phone']).toBeUndefined();
  });

  test('works without storage', () => {
    const broken = keptIn(() => {
      throw new Error('forbidden');
    });
    const state = new ClientState({ storageKey: 'core', defaults: {}, local: broken, session: broken });
    state.set('publicData.token', 't');
    expect(state.token).toBe('t');
  });
});

describe('the device', () => {
  const markers = ['Android', 'iPhone', 'SymbianOS', 'Windows Phone', 'iPad', 'iPod'];
  const signs = (userAgent: string) => describeDevice({ userAgent, isStandalone: false }, markers);

  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    'Mozilla/5.0 (Linux; Android 15)',
    'x iPad x',
    'SymbianOS/9',
    'Windows Phone 10',
    'iPod',
  ])('G01 %s gets the mobile layout', (userAgent) => {
    expect(signs(userAgent).mobile).toBe(true);
  });

  test('G01 any other gets the desktop layout', () => {
    expect(signs('Mozilla/5.0 (X11; Linux x86_64) Chrome/140').mobile).toBe(false);
  });

  test('N04 detects Android', () => {
    expect(signs('Mozilla/5.0 (Linux; Android 15)').android).toBe(true);
    expect(signs('Mozilla/5.0 (iPhone)').android).toBe(false);
  });
});

describe('today', () => {
  test("is the day of the server, not of the device's clock", () => {
    const today = createToday('2026-11-21', 480, () => new Date('2019-01-01T05:00:00Z'));
    expect(today()).toBe('2026-11-21');
  });

  test('becomes the next day at midnight in the time zone of the settings', () => {
    let now = new Date('2026-11-21T15:59:00Z');
    const today = createToday('2026-11-21', 480, () => now);
    now = new Date('2026-11-21T16:01:00Z');
    expect(today()).toBe('2026-11-22');
  });
});
