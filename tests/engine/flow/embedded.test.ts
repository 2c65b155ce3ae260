import { expect, test } from 'vitest';
import type { Flow } from '../../../engine/config/flow.ts';
import { embeddedFlow, isShownEmbedded } from '../../../engine/flow/embedded.ts';

const flow: Flow = {
  id: 'claim',
  version: 1,
  steps: [
    { id: 'policy', route: '/policy', form: 'policy', minutes: 1 },
    { id: 'review', route: '/review', kind: 'review', minutes: 1 },
  ],
  onComplete: { do: 'claims.submit', go: '/home' },
};

test('R15 an embedded flow begins at its first step and ends on the screen of its completion', () => {
  expect(embeddedFlow(flow)).toEqual({ flow: 'claim', entry: '/policy', completion: '/home' });
  expect(embeddedFlow({ ...flow, onComplete: { go: 'back' } })).toEqual({ flow: 'claim', entry: '/policy' });
});

test.each([
  ['a step', { flow: 'claim', noCheck: false, route: '/policy' }, true],
  ['the login', { flow: undefined, noCheck: true, route: '/login' }, true],
  ['the screen after completion', { flow: undefined, noCheck: false, route: '/home' }, true],
  ['a step of another flow', { flow: 'withdrawal', noCheck: false, route: '/amount' }, false],
  ['any other screen behind the login', { flow: undefined, noCheck: false, route: '/account' }, false],
])('R15 %s: shown in a frame is %s', (_what, screen, isShown) => {
  expect(isShownEmbedded(embeddedFlow(flow), screen)).toBe(isShown);
});
