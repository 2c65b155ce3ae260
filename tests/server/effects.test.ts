import { expect, test } from 'vitest';
import { stepCheckDefinitions } from '../../server/product/application/answers.ts';
import { applicationEffectDefinitions } from '../../server/product/application/effects.ts';
import { appointmentEffectDefinitions } from '../../server/product/advance/appointments/effects.ts';
import { easyReloanEffectDefinitions } from '../../server/product/advance/easyReloan/effects.ts';
import { loanEffectDefinitions } from '../../server/product/loans/effects.ts';
import { repaymentEffectDefinitions } from '../../server/product/repayments/effects.ts';

const groups = [
  stepCheckDefinitions,
  applicationEffectDefinitions,
  loanEffectDefinitions,
  repaymentEffectDefinitions,
  appointmentEffectDefinitions,
  easyReloanEffectDefinitions,
];

test('the compiler knows the effects as the code has them (`vitest run tests/server/effects -u` writes them anew)', async () => {
  const all = Object.assign({}, ...groups) as object;
  await expect(`${JSON.stringify(all, undefined, 2)}\n`).toMatchFileSnapshot('../../server/effects.generated.json');
});

test('no two effects have one name', () => {
  const names = groups.flatMap(Object.keys);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
