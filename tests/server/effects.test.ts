import { expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';

const groups = areas.map(({ effects = {} }) => effects);

test('the compiler knows the effects as the code has them (`vitest run tests/server/effects -u` writes them anew)', async () => {
  const all = Object.assign({}, ...groups) as object;
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot('../../server/effects.generated.json');
});

test('no two effects have one name', () => {
  const names = groups.flatMap(Object.keys);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
