import type { AgreementText } from '../../../server/contract/agreements.ts';
import type { ApiBorrower } from '../../../tests/e2e/support/api.ts';
import { reached, repay, withdraw } from '../../../tests/e2e/support/money.ts';
import { applicant, draftOf, mustBeOk } from '../borrowers.ts';
import type { Way, Ways } from './life.ts';

/** The borrower's latest signed agreement. */
const latestOf = async (borrower: ApiBorrower): Promise<AgreementText> =>
  ((await (await mustBeOk(borrower.get('/api/agreements/latest'))).json()) as { agreement: AgreementText }).agreement;

const signed: Way = async (place) => {
  const borrower = await applicant(place);
  await withdraw(borrower);
  return { state: (await latestOf(borrower)).state };
};

/** Preparing another loan, and then a different one, does not change the signed agreement. */
const signedStays: Way = async (place) => {
  const borrower = await applicant(place);
  await withdraw(borrower);
  await reached(place.server, borrower, 'active');
  await repay(place.server, borrower);
  const before = await latestOf(borrower);
  await draftOf(borrower);
  await draftOf(borrower);
  const after = await latestOf(borrower);
  return { isRefused: after.id === before.id && after.state === 'signed' };
};

const gone = 'A superseded agreement was never signed, and no screen shows it.';

export const agreementWays: Ways = {
  'unsigned signed': signed,
  'unsigned superseded': gone,
  'signed superseded': signedStays,
  'superseded superseded': gone,
};
