import { order, reached, repay, settle, withdraw } from '../../../tests/e2e/support/money.ts';
import type { ApiBorrower } from '../../../tests/e2e/support/api.ts';
import { cancelAtDesk } from '../../../tests/e2e/support/staff.ts';
import { applicant, draftOf } from '../borrowers.ts';
import { pass } from '../day.ts';
import { desk } from '../desk.ts';
import type { Place } from '../newcomer.ts';
import { until, type Way, type Ways } from './life.ts';
import { refillAccount, refillPhoto } from './refill.ts';

/** Events in the life of a borrower's loan. Returns the loan id. */
type Story = (place: Place, borrower: ApiBorrower) => Promise<string>;

interface LoanFile {
  loan: { state: string };
  disbursements: unknown[];
}

const fileOf = async ({ server }: Place, id: string): Promise<LoanFile> =>
  (await (
    await desk(server, 'support')
  )('GET', `/api/staff/loans/${id}`)) as LoanFile;

/** Runs a story of a loan and reads the resulting state from its file. */
const way =
  (story: Story): Way =>
  async (place) => {
    const id = await story(place, await applicant(place));
    return { state: (await fileOf(place, id)).loan.state };
  };

/** Replacing a loan that is only disclosed does not affect this one. */
const staysAfter =
  (story: Story): Way =>
  async (place) => {
    const borrower = await applicant(place);
    const id = await story(place, borrower);
    const before = await fileOf(place, id);
    await draftOf(borrower);
    await draftOf(borrower);
    const after = await fileOf(place, id);
    return { isRefused: after.loan.state === before.loan.state };
  };

/** Withdraws with faults queued at the provider, and waits for the state. */
const sent =
  (state: 'active' | 'bankRefill' | 'identityRefill', fault?: string): Story =>
  async ({ server }, borrower) => {
    if (fault !== undefined) await order(server, 'payout', fault);
    const { id = '' } = await withdraw(borrower);
    await reached(server, borrower, state);
    return id;
  };

const superseded: Story = async (_, borrower) => {
  const id = await draftOf(borrower);
  await draftOf(borrower);
  return id;
};

const underWay: Story = async ({ server }, borrower) => {
  await order(server, 'payout', 'neverSettles');
  return (await withdraw(borrower)).id ?? '';
};

/** Retries the payout under another reference. */
const retried: Story = async (place, borrower) => {
  await order(place.server, 'payout', 'otherFails');
  await order(place.server, 'payout', 'neverSettles');
  const { id = '' } = await withdraw(borrower);
  await settle(place.server, 'payout');
  const isTriedAgain = async () => {
    await pass(place.server, retrySeconds);
    return (await fileOf(place, id)).disbursements.length > 1;
  };
  await until(isTriedAgain, Boolean);
  return id;
};

const retrySeconds = 61;
const mostAttempts = 3;

const givenUp: Story = async (place, borrower) => {
  await order(place.server, 'payout', 'otherFails', mostAttempts);
  const { id = '' } = await withdraw(borrower);
  const stateNow = async () => {
    await settle(place.server, 'payout');
    await pass(place.server, retrySeconds);
    return (await fileOf(place, id)).loan.state;
  };
  await until(stateNow, (state) => state === 'failed');
  return id;
};

const settled: Story = async (place, borrower) => {
  const id = await sent('active')(place, borrower);
  await repay(place.server, borrower);
  return id;
};

const cancelled: Story = async (place, borrower) => {
  const id = await sent('active')(place, borrower);
  await cancelLoan(place, id);
  return id;
};

/** Cancels a loan at the desk, and waits until the money is returned. */
export async function cancelLoan(place: Place, id: string): Promise<void> {
  await cancelAtDesk((role) => desk(place.server, role), id, 'The borrower has another way.');
  const stateNow = async () => {
    await settle(place.server, 'collection');
    return (await fileOf(place, id)).loan.state;
  };
  await until(stateNow, (state) => state === 'cancelled');
}

const accountGivenAnew: Story = async (place, borrower) => {
  const id = await sent('bankRefill', 'bankDetailsFail')(place, borrower);
  await order(place.server, 'payout', 'neverSettles');
  await refillAccount(place);
  return id;
};

const identityGivenAnew: Story = async (place, borrower) => {
  const id = await sent('identityRefill', 'identityPhotoFails')(place, borrower);
  await refillPhoto(place);
  return id;
};

const nobodyWritesOff = 'The product never writes a loan off. The state exists for loans taken over from elsewhere.';

export const loanWays: Ways = {
  'disclosed signed': 'Consent and payout are one step, so nobody can observe a loan between them.',
  'disclosed superseded': way(superseded),
  'signed payoutStarted': way(underWay),
  'disbursing payoutPaid': way(sent('active')),
  'disbursing accountProblem': way(sent('bankRefill', 'bankDetailsFail')),
  'disbursing identityProblem': way(sent('identityRefill', 'identityPhotoFails')),
  'disbursing payoutRetried': way(retried),
  'disbursing payoutGivenUp': way(givenUp),
  'bankRefill accountRefilled': way(accountGivenAnew),
  'bankRefill payoutGivenUp': 'While the loan waits for another account, there is no payout that could fail for good.',
  'active settled': way(settled),
  'active cancelled': way(cancelled),
  'active writtenOff': nobodyWritesOff,
  'identityRefill superseded': staysAfter(identityGivenAnew),
  'failed superseded': staysAfter(givenUp),
  'superseded superseded': staysAfter(superseded),
  'settled superseded': staysAfter(settled),
  'cancelled superseded': staysAfter(cancelled),
  'writtenOff superseded': nobodyWritesOff,
};
