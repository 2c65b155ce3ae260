import type { Repayment } from '../../../server/contract/repayments.ts';
import type { ApiBorrower } from '../../../tests/e2e/support/api.ts';
import { loanOf, order, reached, settle, withdraw } from '../../../tests/e2e/support/money.ts';
import { applicant, mustBeOk } from '../borrowers.ts';
import type { Place } from '../newcomer.ts';
import { pass } from '../day.ts';
import { until, type Way, type Ways } from './life.ts';

interface Paying {
  place: Place;
  borrower: ApiBorrower;
  id: string;
}

const stateOf = async ({ borrower, id }: Paying): Promise<Repayment['state']> =>
  ((await (await mustBeOk(borrower.get(`/api/repayments/${id}`))).json()) as Repayment).state;

/** A borrower repays a loan with faults queued at the provider. */
async function pay(place: Place, faults: readonly string[]): Promise<Paying> {
  const borrower = await applicant(place);
  await withdraw(borrower);
  await reached(place.server, borrower, 'active');
  const { id: loanId, payoffCents: expectedCents } = await loanOf(borrower);
  for (const fault of faults) await order(place.server, 'collection', fault);
  const made = await mustBeOk(borrower.post('/api/repayments', { loanId, kind: 'full', expectedCents }));
  return { place, borrower, id: ((await made.json()) as Repayment).id };
}

const laterSeconds = 30;

/** Waits for a state while the provider's time passes. */
const turns = (paying: Paying, state: Repayment['state'], seconds = laterSeconds) =>
  until(
    async () => {
      await settle(paying.place.server, 'collection');
      await pass(paying.place.server, seconds);
      return stateOf(paying);
    },
    (found) => found === state,
  );

/** A payment that the provider has not confirmed yet. The provider's first report is then its result. */
const unknownYet =
  (ending: Repayment['state'], ...faults: string[]): Way =>
  async (place) => {
    const paying = await pay(place, ['timesOutAfter', ...faults]);
    const from = await stateOf(paying);
    if (from !== 'initiated') throw new Error(`the payment is ${from} already`);
    await turns(paying, ending);
    return { state: await stateOf(paying) };
  };

const underWay =
  (ending: Repayment['state'], ...faults: string[]): Way =>
  async (place) => {
    const paying = await pay(place, faults);
    await until(
      () => stateOf(paying),
      (state) => state !== 'initiated',
    );
    await turns(paying, ending);
    return { state: await stateOf(paying) };
  };

/** A little more than the lifetime of a payment code. */
const overSeconds = 25 * 3600;

/** Nobody pays in time, and the money arrives later. */
async function paidLate(place: Place) {
  place.movesDay();
  const paying = await pay(place, ['paysLate']);
  await until(
    () => stateOf(paying),
    (state) => state === 'inProgress',
  );
  await pass(place.server, overSeconds);
  await turns(paying, 'success', 3600);
  return { state: await stateOf(paying) };
}

export const repaymentWays: Ways = {
  'initiated requested': async (place) => {
    const paying = await pay(place, ['neverSettles']);
    const state = await until(
      () => stateOf(paying),
      (found) => found !== 'initiated',
    );
    return { state };
  },
  'initiated succeeded': unknownYet('success'),
  'initiated failed': unknownYet('fail', 'declinedFails'),
  'initiated mismatched': unknownYet('fail', 'paysLess'),
  'inProgress succeeded': underWay('success'),
  'inProgress failed': underWay('fail', 'declinedFails'),
  'inProgress mismatched': underWay('fail', 'paysMore'),
  'fail succeeded': paidLate,
  'fail mismatched': 'The sandbox pays the exact amount late, never a different one. The tests of server/repayments cover that case.',
};
