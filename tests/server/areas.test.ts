import { expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { compilerDefinitions } from '../../server/platform/area.ts';
import { effectDefinitions } from '../../server/platform/lifeCycles/machines.ts';

test("the compiler's list of the areas is current (`vitest run tests/server/areas -u` updates it)", async () => {
  await expect(`${JSON.stringify(compilerDefinitions(areas), undefined, 2)}\n`).toMatchFileSnapshot('../../server/areas.generated.json');
});

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('effects, refusals and texts have unique names across areas', () => {
  expect(twice(effectDefinitions(areas).map(({ name }) => name))).toEqual([]);
  expect(twice(areas.flatMap(({ refusals = [] }) => refusals))).toEqual([]);
  expect(twice(areas.flatMap(({ texts = {} }) => Object.keys(texts)))).toEqual([]);
});
