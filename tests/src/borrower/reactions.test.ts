import { describe, expect, test, vi } from 'vitest';
import type { Errors } from '../../../engine/config/screen.ts';
import { FormSession } from '../../../engine/session/formSession.ts';
import { createReactions } from '../../../src/app/reactions.ts';

const errors: Errors['errors'] = {
  networkAbnormal: { status: 503, reaction: 'offline' },
  tooFrequent: { status: 429, reaction: 'toast' },
  smsLimit: { status: 429, reaction: 'dialog' },
  codeIncorrect: { status: 422, reaction: 'field', field: 'code' },
  invalidAnswers: { status: 422, reaction: 'field' },
  imageCodeRequired: { status: 403, reaction: 'field', field: 'imageCode', set: { imageCodeRequired: true } },
  photoUnclear: { status: 422, reaction: { refill: 'identity' } },
  faceFailed: { status: 422, reaction: 'toast', again: { times: 3, reaction: { go: '/customerCare' } } },
  freshCodeRequired: { status: 403, reaction: { ask: '/confirmCode' } },
  unauthenticated: { status: 401, reaction: { go: '/login' } },
};

let person = 'maria';

function create({ stays = false } = {}) {
  const done: string[] = [];
  const note =
    (what: string) =>
    (...args: unknown[]) =>
      void done.push([what, ...args].join(' '));
  const react = createReactions({
    errors: () => errors,
    words: (code, params) => `words of ${code}${params ? ` ${JSON.stringify(params)}` : ''}`,
    somethingWrong: () => 'sorry',
    setSession: note('set'),
    toast: note('toast'),
    alert: note('alert'),
    go: note('go'),
    ask: (path, { retry }) => {
      done.push(`ask ${path}`);
      retry?.();
    },
    refill: note('refill'),
    showError: note('show'),
    forget: (acted) => {
      done.push(acted ? 'forget' : 'forget by itself');
      return stays && acted === undefined;
    },
    reposition: note('reposition'),
    report: note('report'),
    person: () => person,
  });
  return { done, react };
}

const refusal = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

const verifyForm = () =>
  new FormSession({
    definition: {
      schema: { id: 'verify', type: 'object', properties: { code: { type: 'string' } } },
      ui: { id: 'verify', order: ['code'], fields: {} },
    },
    module: { id: 'verify', fields: { code: { required: true, validate: () => true } }, rules: [] },
    surroundings: () => ({ answers: {}, session: {}, today: '2026-11-21', constants: {}, features: {} }),
  });

vi.stubGlobal('requestAnimationFrame', () => 0);

describe('a refusal', () => {
  test.each([
    ['E02 tooFrequent is a toast', refusal('tooFrequent', { params: { seconds: 9 } }), ['toast words of tooFrequent {"seconds":9}']],
    ['E04 smsLimit is a dialog', refusal('smsLimit'), ['alert words of smsLimit']],
    ['E09 photoUnclear leads to the form to fill again', refusal('photoUnclear'), ['toast words of photoUnclear', 'refill identity']],
    [
      'a session that ended is forgotten first',
      refusal('unauthenticated'),
      ['forget by itself', 'toast words of unauthenticated', 'go /login'],
    ],
    ['a code that the catalogue does not know is a toast', refusal('toString'), ['toast words of toString']],
    ['with a position moves the person there', refusal('tooFrequent', { position: {} }), ['toast words of tooFrequent', 'reposition']],
  ])('%s', (_, error, expected) => {
    const { done, react } = create();
    react(error);
    expect(done).toEqual(expected);
  });

  test('each third one of a kind leads elsewhere, for the person to whom it happened', () => {
    const { done, react } = create();
    const fail = (times: number) => {
      done.length = 0;
      for (let time = 0; time < times; time += 1) react(refusal('faceFailed'));
      react(refusal('tooFrequent'));
      return done.filter((each) => each.startsWith('go'));
    };
    expect(fail(2)).toEqual([]);
    person = 'jose';
    expect(fail(2)).toEqual([]);
    expect(fail(1)).toEqual(['go /customerCare']);
    expect(fail(2)).toEqual([]);
    expect(fail(4)).toEqual(['go /customerCare', 'go /customerCare']);
  });

  test('that asks for something shows the screen, which repeats what was refused', () => {
    const { done, react } = create();
    react(refusal('freshCodeRequired'), { retry: () => done.push('again') });
    expect(done).toEqual(['ask /confirmCode', 'again']);
  });

  test('a session that ended leaves a screen that needs none, unless somebody acted there', () => {
    const { done, react } = create({ stays: true });
    react(refusal('unauthenticated'));
    expect(done).toEqual(['forget by itself']);
    react(refusal('unauthenticated'), {});
    expect(done).toContain('go /login');
  });

  test('E03 codeIncorrect is shown at its field until the field changes', () => {
    const { done, react } = create();
    const form = verifyForm();
    react(refusal('codeIncorrect'), { form });
    expect(form.problem('code')).toMatchObject({ code: 'codeIncorrect', path: '/code' });
    expect(done).toEqual([]);
    form.set('code', '1');
    expect(form.problem('code')).toBeUndefined();
  });

  test('V16 problems found by the server are shown at their fields', () => {
    const { react } = create();
    const form = verifyForm();
    react(refusal('invalidAnswers', { problems: [{ code: 'pattern', path: '/code' }] }), { form });
    expect(form.problem('code')).toEqual({ code: 'pattern', path: '/code' });
  });

  test('V14 sets the session values of the catalogue, and becomes a message if its field is not on the screen', () => {
    const { done, react } = create();
    react(refusal('imageCodeRequired'), { form: verifyForm() });
    expect(done).toEqual(['set imageCodeRequired true', 'toast words of imageCodeRequired']);
  });
});

test('anything else is reported as a bug, and the person sees a general message', () => {
  const { done, react } = create();
  react(new TypeError('oops'));
  expect(done).toEqual(['report TypeError: oops action', 'toast sorry']);
});
