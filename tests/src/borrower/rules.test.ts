import { describe, expect, test, vi } from 'vitest';
import { captureQuery, homeOf, redirectOf } from '../../../src/app/screens/rules.ts';

describe('navigation rules', () => {
  const rules = [
    { id: 'broken', when: 'broken', go: '/broken' },
    { id: 'off', when: 'yes', go: '/off', enabled: false },
    { id: 'absent', when: 'absent', go: '/absent' },
    { id: 'first', when: 'yes', go: '/first' },
    { id: 'second', when: 'yes', go: '/second' },
  ];
  const expressions = {
    yes: () => true,
    absent: () => {
      throw Object.assign(new Error('x'), { name: 'MissingValue' });
    },
    broken: () => {
      throw new TypeError('bug');
    },
  };

  test('the first enabled rule that matches wins; a broken one is reported and skipped', () => {
    const report = vi.fn<(error: unknown, where: string) => void>();
    expect(redirectOf(rules, expressions, {}, report)).toMatchObject({ id: 'first', go: '/first' });
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError), 'navigation rule broken');
  });

  test('without a matching rule there is no redirect', () => {
    expect(redirectOf([], expressions, {}, () => undefined)).toBeUndefined();
  });
});

test('D12 "/" leads to the first home that the person may open, or else to the last', () => {
  const homes = [{ route: '/queue', needs: ['work', 'queues'] }, { route: '/people', needs: ['people'] }, { route: '/account' }];
  expect(homeOf(homes, ['queues', 'work', 'people'])).toBe('/queue');
  expect(homeOf(homes, ['queues', 'people'])).toBe('/people');
  expect(homeOf(homes, [])).toBe('/account');
  expect(homeOf(homes.slice(0, 2), [])).toBe('/people');
});

test('N02 N03 query values are stored as configured', () => {
  const kept: unknown[] = [];
  const capture = [
    { query: 'isBrowser', to: 'session' },
    { query: 'standalone', to: 'local' },
    { query: 'campaign', to: 'session', as: 'promotion.campaign' },
    { query: 'toString', to: 'session' },
  ] as const;
  captureQuery([...capture], { isBrowser: '1', campaign: 'spring', other: 'x' }, (...args) => kept.push(args));
  expect(kept).toEqual([
    ['isBrowser', '1', 'session'],
    ['promotion.campaign', 'spring', 'session'],
  ]);
});
