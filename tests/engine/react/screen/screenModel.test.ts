import { autorun } from 'mobx';
import { describe, expect, test, vi } from 'vitest';
import { runAction } from '../../../../engine/react/screen/actions.ts';
import { createClickGuard } from '../../../../engine/react/screen/clickGuard.ts';
import type { LoadedForm } from '../../../../engine/react/screen/types.ts';
import { createStage, MissingValue, refusal } from './host.ts';

const form: LoadedForm = {
  definition: {
    schema: { id: 'phone', type: 'object', properties: { phone: { type: 'string' } } },
    ui: { id: 'phone', order: ['phone'], fields: {} },
  },
  module: { id: 'phone', fields: { phone: { required: true, validate: () => true } }, rules: [] },
};

type Read = Record<string, Record<string, unknown>>;
const read = (get: (context: Read) => unknown) => get as (context: Readonly<Record<string, unknown>>) => unknown;

describe('expressions of a screen', () => {
  test('read the answers of its forms while typing', () => {
    const { screen: create } = createStage();
    const screen = create({
      definition: { id: 'login', route: '/login', blocks: [] },
      forms: { phone: form },
      expressions: { 'phone.phone': read((context) => context['phone']?.['phone'] ?? missing()) },
    });
    const values: unknown[] = [];
    const stop = autorun(() => values.push(screen.evaluate('phone.phone')));
    screen.form('phone').set('phone', '917');
    stop();
    expect(values).toEqual([undefined, '917']);
  });

  test('may read absent values; any other failure is reported and counts as absent', () => {
    const { screen: create, log } = createStage();
    const screen = create({
      definition: { id: 's', route: '/s', blocks: [] },
      expressions: {
        absent: read(() => missing()),
        broken: read(() => {
          throw new TypeError('bug');
        }),
      },
    });
    expect(screen.holds('absent')).toBe(false);
    expect(log).toEqual([]);
    expect(screen.holds('broken')).toBe(false);
    expect(log).toEqual(['report TypeError: bug']);
  });

  test('a block waits for the data of its own expressions, not for that of nested blocks', () => {
    const { screen: create } = createStage();
    const screen = create({
      definition: { id: 's', route: '/s', data: { loan: { op: 'loan.get' }, other: { op: 'o' } }, blocks: [] },
      expressions: { "loan.state == 'x'": () => true, 'other.y': () => true },
    });
    const inner = { block: 'paragraph', when: 'other.y' };
    expect(screen.reads({ block: 'group', when: "loan.state == 'x'", blocks: [inner] })).toEqual(['loan']);
    expect(screen.reads({ block: 'heading', text: { key: 'loan' } })).toEqual([]);
  });
});

test('a block waits for the data it reads, not for a similar name', () => {
  const data = { loan: { op: 'loan.get' }, list: { op: 'list.get' } };
  const sources = [
    'loan.state',
    'has(route.query.loan)',
    'a.?loan.?id',
    'a.state in [\'loan\', "list"]',
    'size(list) > 0 ? loan.id : list[0]',
  ];
  const expressions = Object.fromEntries(sources.map((source) => [source, read(() => true)]));
  const screen = createStage().screen({ definition: { id: 's', route: '/s', blocks: [], data }, expressions });
  const reads = sources.map((when) => screen.reads({ block: 'paragraph', when }));
  expect(reads).toEqual([['loan'], [], [], [], ['loan', 'list']]);
});

describe('an action', () => {
  const definition = { id: 's', route: '/s', blocks: [] };

  test('calls, stores, sets, reports and navigates in this order', async () => {
    const { screen: create, log, session, texts } = createStage({ 'auth.verify': () => ({ token: 't' }) });
    texts.add('en', { screens: { s: { done: 'Done' } } });
    const screen = create({
      definition,
      expressions: {
        code: read(() => '1234'),
        absent: read(() => missing()),
        'result.token': read((context) => context['result']?.['token']),
      },
    });
    const action = {
      do: 'auth.verify',
      with: { code: 'code', imageCode: 'absent' },
      keep: 'answer',
      set: { token: 'result.token' },
      say: { key: 'done' },
      go: '/home',
    };
    expect(await runAction(screen, action)).toBe(true);
    expect(log).toEqual(['call auth.verify {"code":"1234"}', 'say Done', 'go /home']);
    expect(session.get('token')).toBe('t');
    expect(session.get('answer')).toEqual({ token: 't' });
  });

  test('passes values in the query and omits absent ones', async () => {
    const { screen: create, log } = createStage({ 'pay.create': () => ({ id: 'a b' }) });
    const expressions = { 'result.id': read((context) => context['result']?.['id']), absent: read(() => missing()) };
    const action = { do: 'pay.create', go: '/result?from=pay', query: { payment: 'result.id', coupon: 'absent' } };
    expect(await runAction(create({ definition, expressions }), action)).toBe(true);
    expect(log.at(-1)).toBe('go /result?from=pay&payment=a+b');
  });

  test('that is refused does not navigate, and reports the refusal', async () => {
    const { screen: create, log } = createStage({
      'auth.verify': () => {
        throw refusal('codeIncorrect');
      },
    });
    expect(await runAction(create({ definition }), { do: 'auth.verify', go: '/home' })).toBe(false);
    expect(log).toEqual(['call auth.verify {}', 'react codeIncorrect']);
  });

  test('sets values of the screen, and opens the file in the response', async () => {
    const { screen: create, log } = createStage({ 'files.address': () => ({ url: '/f/1' }) });
    const screen = create({
      definition: { ...definition, local: { chosen: { type: 'string', initial: "'none'" }, note: { type: 'string' } } },
      expressions: {
        "'none'": read(() => 'none'),
        'choice.id': read((context) => context['choice']?.['id']),
        'local.chosen': read((context) => context['local']?.['chosen'] ?? missing()),
        'local.note': read((context) => context['local']?.['note'] ?? missing()),
        'result.url': read((context) => context['result']?.['url']),
      },
    });
    expect(screen.evaluate('local.chosen')).toBe('none');
    expect(screen.evaluate('local.note')).toBeUndefined();
    const action = { do: 'files.address', set: { 'local.chosen': 'choice.id' }, open: 'result.url' };
    await runAction(screen, action, { extra: { choice: { id: 'c1' } } });
    expect(screen.evaluate('local.chosen')).toBe('c1');
    expect(log).toEqual(['call files.address {}', 'open /f/1']);
  });

  test('D07 sets a local value that is forgotten after its seconds, and a new one starts them anew', () => {
    vi.useFakeTimers();
    const screen = createStage({}).screen({
      definition: { ...definition, local: { shown: { type: 'string', seconds: 60 } } },
      expressions: { 'local.shown': read((context) => context['local']?.['shown'] ?? missing()) },
    });
    screen.set('local.shown', 'first');
    vi.advanceTimersByTime(50_000);
    screen.set('local.shown', 'second');
    vi.advanceTimersByTime(59_000);
    expect(screen.evaluate('local.shown')).toBe('second');
    vi.advanceTimersByTime(1000);
    expect(screen.evaluate('local.shown')).toBeUndefined();
    vi.useRealTimers();
  });

  test('that is refused fetches its data again, because it may be outdated', async () => {
    const { screen: create, log } = createStage({
      'due.get': () => ({ cents: 100 }),
      'due.pay': () => {
        throw refusal('amountChanged');
      },
    });
    const data = { due: { op: 'due.get', invalidatedBy: ['due.pay'] } };
    await runAction(create({ definition: { ...definition, data } }), { do: 'due.pay' });
    expect(log).toEqual(['call due.pay {}', 'call due.get {}', 'react amountChanged']);
  });

  test('that is not confirmed does not run', async () => {
    const { screen: create, log, refuse, texts } = createStage();
    texts.add('en', { screens: { s: { sure: 'Sure?' } } });
    refuse();
    expect(await runAction(create({ definition }), { confirm: { key: 'sure' }, event: 'logout' })).toBe(false);
    expect(log).toEqual(['confirm Sure?']);
  });
});

test('G08 ignores a second click on the same action within the guard, but not on another one', () => {
  let now = 0;
  const guard = createClickGuard(1000, () => now);
  const [one, other] = [{}, {}];
  expect(guard(one)).toBe(true);
  now = 999;
  expect(guard(one)).toBe(false);
  expect(guard(other)).toBe(true);
  now = 1000;
  expect(guard(one)).toBe(true);
});

function missing(): never {
  throw new MissingValue('absent');
}
