import { expect, test } from 'vitest';
import { cachedBytes } from '../../../server/platform/http/compressed.ts';

test.each(['br', 'gzip', 'identity'] as const)('a response is compressed once for parallel requests: %s', async (encoding) => {
  const text = 'Halagang ₱1,000 '.repeat(1000);
  const [first, second] = await Promise.all([cachedBytes(text, encoding), cachedBytes(text, encoding)]);
  expect(second).toBe(first);
  expect(await cachedBytes(`${text}.`, encoding)).not.toBe(first);
});
