import { expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { effectDefinitions } from '../../server/platform/lifeCycles/machines.ts';

const effects = effectDefinitions(areas);

test('the compiler knows the effects as the code has them (`vitest run tests/server/effects -u` writes them anew)', async () => {
  const byName = Object.fromEntries(effects.map((effect) => [effect.name, effect]));
  await expect(`${JSON.stringify(byName, undefined, 2)}\n`).toMatchFileSnapshot('../../server/effects.generated.json');
});

test('no two effects have one name', () => {
  const names = effects.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
