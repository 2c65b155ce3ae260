import { order, reached, settle, withdraw } from '../../../tests/e2e/support/money.ts';
import type { ApiBorrower } from '../../../tests/e2e/support/api.ts';
import { applicant, applicationOf, mustBeOk, work } from '../borrowers.ts';
import { desk, type ApplicationFile } from '../desk.ts';
import type { Place } from '../newcomer.ts';
import type { Became, Way, Ways } from './life.ts';
import { refillAccount, refillPhoto } from './refill.ts';

type Act = (place: Place, borrower: ApiBorrower) => Promise<unknown>;

/** A borrower applies with a work example or the default one, then the act happens. The result is read from the desk's file. */
const way =
  (from: string, event: string, example: number | undefined, ...acts: Act[]): Way =>
  async (place): Promise<Became> => {
    const borrower = await applicant(place, example);
    for (const act of acts) await act(place, borrower);
    const { events } = (await (
      await desk(place.server, 'underwriter')
    )('GET', `/api/staff/applications/${await applicationOf(borrower)}`)) as ApplicationFile;
    const found = events.findLast((each) => each.event === event && each.from === from);
    if (!found) throw new Error(`${event} did not happen in ${from}, but ${JSON.stringify(events.map((each) => each.event))}`);
    return { state: found.to };
  };

const atDesk =
  (path: string, body: object): Act =>
  async ({ server }, borrower) =>
    (await desk(server, 'underwriter'))('POST', `/api/staff/applications/${await applicationOf(borrower)}/${path}`, body);

const accept = atDesk('decisions', { decision: 'accepted', limitCents: 700_000 });
const reject = atDesk('decisions', { decision: 'rejected', reason: 'manualReview', retryAfterDays: 30 });
const askPhoto = atDesk('corrections', { corrections: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }] });
const askAccount = atDesk('corrections', { corrections: [{ form: 'bank', field: 'account', reason: 'bankDetailsIncorrect' }] });

/** The photo check reports an unclear photo. */
async function unclearPhoto(place: Place): Promise<Became> {
  const verdict = JSON.stringify({ verdict: 'idPhotoUnclear' });
  const headers = { 'content-type': 'application/json' };
  await mustBeOk(
    fetch(`${place.server.url}/dev/face`, { method: 'POST', headers, body: verdict }).then((answer) => ({
      ok: () => answer.ok,
      text: () => answer.text(),
    })),
  );
  return (way('underReview', 'identityProblem', undefined) as Exclude<Way, string>)(place);
}

/** The account rejects the payout. */
const failPayout: Act = async ({ server }, borrower) => {
  await order(server, 'payout', 'bankDetailsFail');
  await withdraw(borrower);
  await settle(server, 'payout');
  await reached(server, borrower, 'bankRefill');
  await order(server, 'payout', 'neverSettles');
};

export const applicationWays: Ways = {
  'underReview accepted': way('underReview', 'accepted', undefined),
  'underReview rejected': way('underReview', 'rejected', work.none),
  'underReview referred': way('underReview', 'referred', work.unclear),
  'underReview identityProblem': unclearPhoto,
  'underReview bankProblem': 'Staff or a payout find a wrong account, and both come after the decision.',
  'referred accepted': way('referred', 'accepted', work.unclear, accept),
  'referred rejected': way('referred', 'rejected', work.unclear, reject),
  'referred identityProblem': way('referred', 'identityProblem', work.unclear, askPhoto),
  'referred bankProblem': way('referred', 'bankProblem', work.unclear, askAccount),
  'identityRefill resubmitted': way('identityRefill', 'resubmitted', undefined, askPhoto, refillPhoto),
  'bankRefill resubmitted': way('bankRefill', 'resubmitted', undefined, askAccount, refillAccount),
  'bankRefill accountRefilled': way('bankRefill', 'accountRefilled', undefined, failPayout, refillAccount),
  'accepted identityProblem': way('accepted', 'identityProblem', undefined, askPhoto),
  'accepted bankProblem': way('accepted', 'bankProblem', undefined, askAccount),
};
