import { expect, test } from 'vitest';
import { createReturning } from '../../../src/app/screens/returning.ts';

function returning() {
  const values: Record<string, unknown> = {};
  return { values, ...createReturning({ values, set: (name, value) => void (values[name] = value) }) };
}

test.each(['/coupon', '/bill?from=mail&loan=1'])('%s is restored, once', (address) => {
  const { remember, take } = returning();
  remember(address);
  expect(take()).toBe(address);
  expect(take()).toBeUndefined();
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/a b', `/${'a'.repeat(600)}`, ''])(
  '%s is no address to come back to, remembered or planted in the storage',
  (address) => {
    const { values, remember, take } = returning();
    remember(address);
    expect(take()).toBeUndefined();
    values['returnTo'] = address;
    expect(take()).toBeUndefined();
  },
);
