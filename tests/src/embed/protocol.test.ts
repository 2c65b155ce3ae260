import { expect, test } from 'vitest';
import { envelope, type FrameMessage, messageIn } from '../../../src/embed/protocol.ts';

const messages: FrameMessage[] = [
  { type: 'ready' },
  { type: 'blocked' },
  { type: 'step', step: 'policy' },
  { type: 'height', heightPx: 812 },
  { type: 'complete' },
];

test.each(messages)('R15 $type is read as it was sent', (message) => {
  expect(messageIn(envelope(message))).toEqual(message);
});

test.each([
  undefined,
  null,
  'complete',
  { type: 'complete' },
  { hakbang: null },
  { hakbang: 'complete' },
  { hakbang: { type: 'go', to: 'https://evil.example' } },
  { hakbang: { type: 'step', step: { toString: 'x' } } },
  { hakbang: { type: 'height', heightPx: '100px; position: fixed' } },
  { hakbang: { type: 'height', heightPx: Infinity } },
  { hakbang: { type: 'height', heightPx: -1 } },
])('R15 %j is no message of a flow', (data) => {
  expect(messageIn(data)).toBeUndefined();
});

test('R15 a message brings no more than its own values', () => {
  expect(messageIn({ hakbang: { type: 'step', step: 'policy', answers: { number: 'SAL1' } } })).toEqual({ type: 'step', step: 'policy' });
});
