import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import table from '../../cases/brokenAnswers.json' with { type: 'json' };
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

interface BrokenAnswer {
  row: string;
  name: string;
  form: string;
  /** Index of the form's example to change, by default the first. */
  example?: number;
  change: object;
  problem: { code: string; path: string };
}
const cases: BrokenAnswer[] = table;

const ownPhone = '9171230002';
let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct();
  borrower = await journey(server, await newBorrower(server, ownPhone));
  await borrower.walkTo('review');
});
afterAll(() => server.close());

/** In a change, null removes the answer and OWN stands for the borrower's number. */
function changed(answers: Record<string, unknown>, change: object): Record<string, unknown> {
  const merged = { ...answers, ...(JSON.parse(JSON.stringify(change).replaceAll('"OWN"', `"${ownPhone}"`)) as object) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

describe('V16 every rule holds on the server, from the same JSON', () => {
  test.each(cases)('$row $name', async ({ form, example, change, problem }) => {
    const revision = borrower.snapshot.revision;
    const answer = await borrower.put(form, changed(await borrower.soundAnswers(form, example), change));
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'invalidAnswers', problems: expect.arrayContaining([expect.objectContaining(problem)]) });
    expect((await borrower.get()).revision).toBe(revision);
  });

  test('every example of every form passes', async () => {
    for (const { form } of borrower.snapshot.position.path) {
      if (form === undefined) continue;
      for (let example = 0; ; example += 1) {
        const answers = await borrower.soundAnswers(form, example);
        if (Object.keys(answers).length === 0) break;
        expect((await borrower.save(form, answers)).position.path.find((step) => step.form === form)?.status).toBe('done');
      }
    }
  });
});
