import { expect, test } from 'vitest';
import { isExactOrigin, originOf } from '../../../engine/config/origin.ts';

test.each(['https://partner.example', 'https://partner.example:8443', 'http://localhost:5173', 'http://127.0.0.1:81'])(
  'R15 %s is an exact origin',
  (text) => expect(isExactOrigin(text)).toBe(true),
);

test.each([
  ['https://partner.example/', 'https://partner.example'],
  ['https://partner.example/page?x#y', 'https://partner.example'],
  ['https://Partner.example', 'https://partner.example'],
  ['https://partner.example:443', 'https://partner.example'],
  ['https://user@partner.example', 'https://partner.example'],
  [' https://partner.example', 'https://partner.example'],
])('R15 %j is no exact origin, but names one', (text, origin) => {
  expect(isExactOrigin(text)).toBe(false);
  expect(originOf(text)).toBe(origin);
});

test.each([
  '*',
  'https://*',
  'https://*.partner.example',
  'https://partner.example:*',
  'http://partner.example',
  'http://localhost.partner.example',
  'partner.example',
  'null',
  'data:text/html,x',
  'file:///',
  "https://partner.example; script-src 'unsafe-inline'",
  'https://partner.example https://other.example',
  '',
])('R15 %j names no origin', (text) => {
  expect(originOf(text)).toBeUndefined();
});
