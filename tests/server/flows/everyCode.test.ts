import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { EnumSchema } from '../../../engine/config/form.ts';
import { root } from '../../support/root.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct();
  borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('review');
});
afterAll(() => server.close());

const codesOf = (id: string) => (JSON.parse(readFileSync(join(root, `schemas/enums/${id}.schema.json`), 'utf8')) as EnumSchema).enum;

/** Problems at one field when a form's example is sent with this change. Whatever else the form then requires does not matter here. */
async function problemsAt(form: string, path: string, change: FormAnswers): Promise<unknown[]> {
  const answer = await borrower.put(form, { ...(await borrower.soundAnswers(form)), ...change });
  expect([200, 422]).toContain(answer.statusCode);
  if (answer.statusCode === 200) {
    await borrower.get();
    return [];
  }
  return answer.json<{ problems: { path: string }[] }>().problems.filter((problem) => problem.path === path);
}

const work = { jobType: 'contractWorker' };
const fields: [row: string, form: string, field: string, enumeration: string, count: number, given?: FormAnswers][] = [
  ['F01', 'personalBasic', 'gender', 'gender', 2],
  ['F02', 'personalMore', 'maritalStatus', 'maritalStatus', 10],
  ['F03', 'identity', 'idType', 'idType', codesOf('idType').length],
  ['F04', 'personalMore', 'educationLevel', 'educationLevel', 6],
  ['F04', 'personalMore', 'loanPurpose', 'loanPurpose', 9],
  ['F05 C03', 'work', 'income', 'income', 5],
  ['F06', 'work', 'jobType', 'jobType', 4],
  ['F06', 'work', 'payCycle', 'payCycle', 4, work],
  ['F06', 'work', 'industry', 'industry', 26, work],
];

describe('the API accepts exactly the codes of each enum', () => {
  test.each(fields)('%s %s.%s', async (_row, form, field, enumeration, count, given = {}) => {
    const codes = codesOf(enumeration);
    expect(codes).toHaveLength(count);
    const refused: string[] = [];
    for (const code of codes) {
      if ((await problemsAt(form, `/${field}`, { ...given, [field]: code })).length > 0) refused.push(code);
    }
    expect(refused).toEqual([]);
    expect(await problemsAt(form, `/${field}`, { ...given, [field]: 'noneOfThem' })).toMatchObject([{ code: 'enum' }]);
  });

  test('F11 a contact may have any relationship of the list', async () => {
    const { contacts } = (await borrower.soundAnswers('contact')) as { contacts: FormAnswers[] };
    const [first, ...others] = contacts;
    for (const relationship of codesOf('relationship')) {
      expect(await problemsAt('contact', '/contacts/0/relationship', { contacts: [{ ...first, relationship }, ...others] })).toEqual([]);
    }
    expect(
      await problemsAt('contact', '/contacts/0/relationship', { contacts: [{ ...first, relationship: 'boss' }, ...others] }),
    ).toMatchObject([{ code: 'enum' }]);
  });
});
