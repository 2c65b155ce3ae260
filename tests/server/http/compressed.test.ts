import { expect, test } from 'vitest';
import { bytesOnce } from '../../../server/platform/http/compressed.ts';

test.each(['br', 'gzip', 'identity'] as const)('the bytes of an answer are made once, however many ask: %s', async (encoding) => {
  const text = 'Halagang ₱1,000 '.repeat(1000);
  const [first, second] = await Promise.all([bytesOnce(text, encoding), bytesOnce(text, encoding)]);
  expect(second).toBe(first);
  expect(await bytesOnce(`${text}.`, encoding)).not.toBe(first);
});
