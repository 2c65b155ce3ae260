import { expect, test } from 'vitest';
import { kindOf } from '../../../src/serviceWorker/kinds.ts';

const origin = 'https://hakbang.example';
const kind = (path: string, { method = 'GET', mode = 'cors' }: { method?: string; mode?: RequestMode } = {}) =>
  kindOf({ method, mode, url: path.startsWith('/') ? origin + path : path }, origin);
const page = (path: string) => kind(path, { mode: 'navigate' });

test.each([
  ['/assets/index-abc.js', 'asset'],
  ['/r/0123456789abcdef.json', 'part'],
  ['/r/0123456789abcdef.mjs?again=1', 'part'],
  ['/places/800.json', 'place'],
])('%s is kept', (path, expected) => {
  expect(kind(path)).toBe(expected);
});

test.each(['/', '/start', '/homeIndex?x=1', '/bill/', '/any/thing'])('a navigation to %s is a page', (path) => {
  expect(page(path)).toBe('page');
});

test.each([
  '/api/flows/onboarding',
  '/api/files/abc/content?expires=1',
  '/api/docs',
  '/dev/outbox',
  '/dev',
  '/embed/claim',
  '/embed/claim/policy',
  '/desk',
  '/desk/queue',
  '/studio',
  '/health',
  '/manifest.webmanifest',
  '/shell.html',
  '/sw.js',
])('%s passes by, called or visited', (path) => {
  expect([kind(path), page(path)]).toEqual([undefined, undefined]);
});

test('requests that change something or go to another origin are not intercepted', () => {
  expect(kind('/r/0123456789abcdef.json', { method: 'POST' })).toBeUndefined();
  expect(kind('https://elsewhere.example/assets/index-abc.js')).toBeUndefined();
});

test('a fetched route is no page', () => {
  expect(kind('/start')).toBeUndefined();
});
