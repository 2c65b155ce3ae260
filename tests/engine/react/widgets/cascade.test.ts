import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { cascadeWidget } from '../../../../engine/react/widgets/cascade/definition.ts';
import { entriesBelow } from '../../../../engine/react/widgets/cascade/entries.ts';

const files: Record<string, unknown> = {
  '/parts/index.json': [
    { code: 'b', name: 'Bicycle' },
    { code: 'c', name: 'Car' },
  ],
  '/parts/b.json': [
    { code: 'b1', name: 'Wheel', items: [['-1', 'Tyre', [['-x', 'Valve']]]] },
    { code: 'b2', name: 'Bell' },
  ],
};
const below = (...codes: string[]) =>
  entriesBelow(
    (url) => Promise.resolve(files[url]),
    'parts',
    codes.map((code) => ({ code, name: '' })),
  );

describe('lists of a cascade', () => {
  test('the two top levels have a file each', async () => {
    expect(await below()).toEqual([
      { code: 'b', name: 'Bicycle' },
      { code: 'c', name: 'Car' },
    ]);
    expect(await below('b')).toEqual([
      { code: 'b1', name: 'Wheel' },
      { code: 'b2', name: 'Bell' },
    ]);
  });

  test('all further levels are in one file; their codes extend the one above', async () => {
    expect(await below('b', 'b1')).toEqual([{ code: 'b1-1', name: 'Tyre' }]);
    expect(await below('b', 'b1', 'b1-1')).toEqual([{ code: 'b1-1-x', name: 'Valve' }]);
  });

  test('a leaf or unknown entry has no children', async () => {
    expect(await below('b', 'b2')).toEqual([]);
    expect(await below('b', 'gone')).toEqual([]);
  });
});

test.each([
  [['kind'], true],
  [['kind', 'model'], true],
  [['kind', 'model', 'year', 'part'], true],
  [[], false],
  [['kind', 'kind'], false],
])('its levels are named in JSON: %j', (levels, isRight) => {
  expect(Value.Check(cascadeWidget.options, { source: 'parts', levels })).toBe(isRight);
});
