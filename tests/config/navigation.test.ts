import { beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from '../../engine/config/screen.ts';
import type { Navigation } from '../../engine/config/screen.ts';
import type { Expressions } from '../../engine/flow/load.ts';
import { redirectOf } from '../../src/app/screens/rules.ts';
import { idsIn, partOf, shipped, shippedRelease } from './shipped.ts';

const screens = idsIn('flows/screens').map((id) => shipped<Screen>(`flows/screens/${id}.screen.json`));
const navigation = shipped<Navigation>('flows/navigation.json');

const visitor = {};
const borrower = { publicData: { token: 't', customerId: 'c' } };
let expressions: Expressions;

beforeAll(async () => {
  const release = await shippedRelease();
  ({ expressions } = await partOf<{ expressions: Expressions }>(release, release.manifest.navigationExpressions));
});

/** Where a person who opens this path is sent; undefined when they may stay. */
function sentTo(path: string, session: object, { android = false, rules = navigation.rules } = {}): string | undefined {
  const screen = screens.find(({ route }) => route === path);
  const route = { path, name: screen?.id ?? '', noCheck: screen?.noCheck ?? false, previous: '', params: {}, query: {} };
  const device = { android, mobile: true, standalone: false, description: '' };
  const report = (error: unknown) => {
    throw error;
  };
  return redirectOf(rules, expressions, { route, device, session, query: {}, features: {}, constants: {} }, report)?.go;
}

describe('navigation rules as shipped', () => {
  test('N04 an Android device is sent to /noAndroid, and stays there', () => {
    expect(sentTo('/start', visitor, { android: true })).toBe('/noAndroid');
    expect(sentTo('/homeIndex', borrower, { android: true })).toBe('/noAndroid');
    expect(sentTo('/noAndroid', visitor, { android: true })).toBeUndefined();
  });

  test('N04 an editor can turn the rule off', () => {
    const rules = navigation.rules.map((rule) => (rule.id === 'androidUnsupported' ? { ...rule, enabled: false } : rule));
    expect(sentTo('/start', visitor, { android: true, rules })).toBeUndefined();
  });

  test('N05 the start leads logged-in borrowers to the home', () => {
    expect(sentTo('/start', borrower)).toBe('/homeIndex');
    expect(sentTo('/start', visitor)).toBeUndefined();
  });

  test('N07 the root leads to the login', () => {
    expect(sentTo('/', visitor)).toBe('/login');
  });

  test.each([{}, { publicData: {} }, { publicData: { token: 't' } }, { publicData: { customerId: 'c' } }])(
    'N06 P01 with %j only noCheck screens are reached',
    (session) => {
      for (const { route, noCheck } of screens) expect([route, sentTo(route, session)]).toEqual([route, noCheck ? undefined : '/start']);
    },
  );

  test('P01 a borrower reaches every screen except those for visitors', () => {
    const away = screens.filter(({ route }) => sentTo(route, borrower) !== undefined).map(({ id }) => id);
    expect(away.sort()).toEqual(['login', 'register', 'start', 'verifyCode']);
  });
});

describe('screens as shipped', () => {
  const routes: [row: string, route: string, noCheck?: true][] = [
    ['S01', '/test', true],
    ['S02', '/start', true],
    ['S03', '/login', true],
    ['S04', '/identityInfo'],
    ['S05', '/baseInfo'],
    ['S05', '/baseInfo2'],
    ['S06', '/addressInfo'],
    ['S07', '/contact'],
    ['S08', '/workInfo'],
    ['S09', '/bankInfo'],
    ['S09', '/bankName'],
    ['S22', '/setup'],
    ['S24', '/privacy', true],
    ['S24', '/conditionalTerms', true],
    ['S28', '/noAndroid', true],
    ['S32', '/register', true],
    ['S32', '/verifyCode', true],
    ['S33', '/faceInfo'],
    ['S34', '/applyLoan'],
    ['S34', '/loanInfo'],
  ];
  test.each(routes)('%s %s exists', (_row, route, noCheck) => {
    const screen = screens.find((each) => each.route === route);
    expect(screen && Boolean(screen.noCheck)).toBe(Boolean(noCheck));
  });

  test('G06 every screen has a short alias of its own', () => {
    const aliases = screens.flatMap(({ aliases: own = [] }) => own);
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(screens.filter(({ aliases: own }) => !own?.length)).toEqual([]);
  });

  test('S43 any other path has a screen with a way home', () => {
    const screen = screens.find(({ id }) => id === navigation.notFound);
    expect(JSON.stringify(screen?.blocks)).toContain('"go":"/homeIndex"');
  });

  test('S22 the settings lead to every form of the profile', () => {
    const setup = screens.find(({ id }) => id === 'setup');
    for (const route of ['/baseInfo', '/workInfo', '/contact', '/identityInfo', '/bankInfo'])
      expect(JSON.stringify(setup?.blocks)).toContain(`"go":"${route}"`);
    expect(JSON.stringify(setup?.blocks)).toContain('"block":"consentSettings"');
  });

  test('S28 matches the specification', () => {
    const words = shipped<{ message: string }>('locales/en/screens/noAndroid.json');
    expect(words.message).toBe('The current app is not yet supported on Android devices. Stay tuned!');
  });
});
