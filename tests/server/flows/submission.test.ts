import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { Flow } from '../../../engine/config/flow.ts';
import { decideByStaff } from '../../../examples/claim/server/claims/staff.ts';
import { claimOf as storedClaim, openAnswers } from '../../../examples/claim/server/claims/view.ts';
import { openSnapshot } from '../../../server/product/application/snapshot.ts';
import { latestApplication } from '../../../server/product/application/view.ts';
import { flowCustomerOf } from '../../../server/platform/flows/flowCustomer.ts';
import { claimOf, incident, policy, putStep, startClaims } from '../support/claims.ts';
import { logIn, post } from '../support/login.ts';
import { journey } from '../support/journey.ts';
import { edited, newBorrower, shippedFiles, startProduct, upload, type ProductApp } from '../support/product.ts';

let claims: ProductApp;
beforeAll(async () => void (claims = await startClaims()));
afterAll(() => claims.close());

const television = { name: 'Television', pesos: 4000 };
const cup = { name: 'Cup', pesos: 100 };

/** A claim about a television with every question answered, before its review is confirmed. */
async function claimant(phone: string) {
  const owner = await logIn(claims, phone);
  const save = async (step: string, answers: FormAnswers) => {
    const answer = await putStep(claims, owner.headers, step, answers);
    expect([step, answer.statusCode, answer.body.slice(0, 200)]).toEqual([step, 200, expect.anything()]);
  };
  const { witnessName: _witness, ...alone } = { ...incident, hasWitness: false };
  await save('policy', policy);
  await save('incident', alone);
  await save('items', { lost: [television, cup] });
  await save('itemDetails:1', { age: 'old' });
  await save('itemReceipt:1', { receipt: (await upload(claims, owner, 'receipt')).json<{ fileId: string }>().fileId });
  await save('evidence', { photo: (await upload(claims, owner, 'damage')).json<{ fileId: string }>().fileId });
  await save('payout', { bank: 'bdo', account: '001234567890' });
  const submitted = async () => {
    const answer = await post(claims, '/api/claims', {}, owner.headers);
    expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.anything()]);
    const claim = await storedClaim(claims.deps.db, owner.customerId);
    if (!claim) throw new Error('no claim');
    const customer = await flowCustomerOf(claims.deps, owner.customerId);
    return { claim, answers: openAnswers(customer.vault, claim) };
  };
  return { headers: owner.headers, save, submitted };
}

test('R09 a claim is submitted and decided without the answers about an item that is no longer asked about', async () => {
  const { headers, save, submitted } = await claimant('9187770001');
  await save('items', { lost: [{ ...television, pesos: 900 }, cup] });
  await save('review', {});
  // A step that reappears finds its answers, but nothing else reads them meanwhile.
  expect((await claimOf(claims, headers)).answers).toMatchObject({ 'itemDetails:1': { age: 'old' } });
  const { claim, answers } = await submitted();
  expect(Object.keys(answers).toSorted()).toEqual(['evidence', 'incident', 'items', 'payout', 'policy']);
  expect(claim.state).toBe('approved');
  expect((await claimOf(claims, headers)).answers).not.toHaveProperty('itemDetails:1');
});

test('L12 a claim is submitted again without the answers that the correction takes off the path', async () => {
  const { headers, save, submitted } = await claimant('9187770002');
  await save('review', {});
  const first = await submitted();
  expect([first.claim.state, first.answers['itemDetails:1']]).toEqual(['referred', { age: 'old' }]);
  const corrections = [{ form: 'items', field: 'lost', part: '/0/pesos', reason: 'notPlausible' }];
  await decideByStaff(claims.deps, first.claim.id, { name: 'sentBack', corrections }, 'staff');
  await save('items', { lost: [{ ...television, pesos: 900 }, cup] });
  if (!(await claimOf(claims, headers)).position.complete) await save('review', {});
  const { claim, answers } = await submitted();
  expect(Object.keys(answers).filter((key) => key.startsWith('item'))).toEqual(['items']);
  expect(claim.state).toBe('approved');
});

test('R09 an application is submitted without the answers of a step whose condition no longer holds', async () => {
  const files = edited<Flow>(shippedFiles(), 'flows/onboarding.flow.json', ({ steps }) => {
    for (const step of steps) if (step.id === 'contact') step.when = "work.jobType != 'student'";
  });
  const server = await startProduct({ files });
  try {
    const borrower = await journey(server, await newBorrower(server));
    await borrower.walkTo('review');
    const student = await borrower.soundAnswers('work', 3);
    expect(borrower.snapshot.answers).toHaveProperty('contact');
    await borrower.save('work', student);
    await borrower.walkTo('end');
    expect((await borrower.submit()).statusCode).toBe(200);
    const application = await latestApplication(server.deps.db, borrower.customerId);
    const { vault } = await flowCustomerOf(server.deps, borrower.customerId);
    expect(application && Object.keys(openSnapshot(vault, application)).toSorted()).toEqual(
      ['address', 'bank', 'callTime', 'identity', 'personalBasic', 'personalMore', 'selfie', 'work'].toSorted(),
    );
  } finally {
    await server.close();
  }
});
