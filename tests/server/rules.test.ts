import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormAnswers } from '../../engine/config/definitions.ts';
import rules from '../cases/rules.json' with { type: 'json' };
import { journey, type Journey } from './support/journey.ts';
import { ownNumbers } from './support/lending.ts';
import { challenge, post } from './support/login.ts';
import { newBorrower, startProduct, type ProductApp } from './support/product.ts';

const ownPhone = '9171230003';
let server: ProductApp;
let borrower: Journey;
let challengeId: string;
beforeAll(async () => {
  server = await startProduct();
  borrower = await journey(server, await newBorrower(server, ownPhone));
  await borrower.walkTo('review', ownNumbers());
  ({ id: challengeId } = await challenge(server, '9171230004'));
});
afterAll(() => server.close());

/** In a change, null removes the answer and OWN stands for the borrower's number. */
function changed(answers: FormAnswers, change: object): FormAnswers {
  const merged = { ...answers, ...(JSON.parse(JSON.stringify(change).replaceAll('"OWN"', `"${ownPhone}"`)) as FormAnswers) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** The login's forms are not steps. Their answers go to their own operations. */
const operations: Readonly<Record<string, (answers: FormAnswers) => ReturnType<typeof post>>> = {
  phone: (answers) => post(server, '/api/auth/codes', answers),
  verify: (answers) => post(server, '/api/auth/sessions', { challengeId, ...answers }),
};

describe('V16 the server refuses what the browser refuses, with code and pointer', () => {
  test.each(rules)('$row $name', async ({ form, example, change, problem }) => {
    const answers = changed(await borrower.soundAnswers(form, example), change);
    const answer = await (operations[form]?.(answers) ?? borrower.put(form, answers));
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ problems: expect.arrayContaining([expect.objectContaining(problem)]) });
  });
});
