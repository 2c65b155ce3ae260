import { expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { compilerDefinitions } from '../../server/platform/area.ts';
import { effectDefinitions } from '../../server/platform/lifeCycles/machines.ts';

test('the compiler knows the areas as the code has them (`vitest run tests/server/areas -u` writes them anew)', async () => {
  await expect(`${JSON.stringify(compilerDefinitions(areas), undefined, 2)}\n`).toMatchFileSnapshot('../../server/areas.generated.json');
});

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('no two areas have an effect, a refusal or a text of one name', () => {
  expect(twice(effectDefinitions(areas).map(({ name }) => name))).toEqual([]);
  expect(twice(areas.flatMap(({ refusals = [] }) => refusals))).toEqual([]);
  expect(twice(areas.flatMap(({ texts = {} }) => Object.keys(texts)))).toEqual([]);
});
