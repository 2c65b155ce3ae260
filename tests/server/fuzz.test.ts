import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../server/contract/operations.ts';
import { newBorrower, startProduct, type ProductApp } from './support/product.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());

/** Values with the right names and any type, values that nearly fit, and plain nonsense. */
const inputFor = (names: readonly string[]) =>
  fc.oneof(
    fc.record(Object.fromEntries(names.map((name) => [name, nearlyRight])), { requiredKeys: [] }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor', 'customerId', 'status'), fc.string()), fc.jsonValue()),
    fc.jsonValue(),
  );
const nearlyRight: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('9171234567', 'onboarding', 'identity', 'en', '/identityInfo', '0417', true, 0, {}, [], null, 'privacy', -1, 1e308),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Path segments as a client may write them, good and bad. */
const pathPart = fc.oneof(
  fc.constantFrom('onboarding', 'identity', 'privacy', '..', '%00', '%ed%a0%80', '%2e%2e%2f'),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
);

describe.each(Object.values(operations))('$id', ({ id, method, path, input }) => {
  test('mutated input causes no 5xx', { timeout: 120_000 }, async () => {
    const borrower = await newBorrower(server);
    const names = Object.keys(input.properties);
    const parts = fc.infiniteStream(pathPart);
    const headers = fc.record(
      { 'if-match': fc.string({ unit: 'grapheme-ascii' }), 'idempotency-key': fc.string({ unit: 'grapheme-ascii', maxLength: 80 }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(inputFor(names.length > 0 ? names : ['x']), parts, headers, async (value, stream, more) => {
        const url = path.replace(/:\w+/g, () => String(stream.next().value));
        const hasBody = method === 'POST' || method === 'PUT';
        const query =
          !hasBody && value && typeof value === 'object'
            ? `?${new URLSearchParams(Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]))}`
            : '';
        const answer = await server.app.inject({
          method,
          url: url + query,
          headers: { ...more, ...borrower.headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
          ...(hasBody ? { payload: JSON.stringify(value) } : {}),
        });
        expect([id, answer.statusCode < 500 ? 'fine' : answer.body]).toEqual([id, 'fine']);
      }),
      // Use the same values each time, because a gate must not fail by chance.
      { numRuns: 150, seed: 20_260_310 },
    );
  });
});
