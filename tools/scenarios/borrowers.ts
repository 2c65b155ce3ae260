import type { LoanDraft } from '../../server/contract/offers.ts';
import { registerByApi, type ApiBorrower } from '../../tests/e2e/support/api.ts';
import { exampleOf, ownNumbers } from '../../tests/e2e/support/fill.ts';
import { usualChoice } from '../../tests/e2e/support/money.ts';
import { desk } from './desk.ts';
import type { Place } from './newcomer.ts';

/** Indexes of the work examples that the shipped decision table does not accept. */
export const work = { unclear: 3, none: 4 } as const;

/** A borrower with a submitted application, using the forms' examples. Their pages belong to the context. */
export async function applicant({ server, page }: Place, example?: number): Promise<ApiBorrower> {
  const borrower = await registerByApi(page.request, server);
  const own = ownNumbers();
  await borrower.reach('nowhere', own);
  if (example !== undefined) {
    await mustBeOk(borrower.saveStep('work', exampleOf('work', example)));
    await mustBeOk(borrower.saveStep('review', {}));
  }
  await mustBeOk(borrower.submit());
  await borrower.enter(page.context());
  return borrower;
}

/** A borrower whom staff accepted with this limit. */
export async function borrowerWithLimit(place: Place, limitCents: number): Promise<ApiBorrower> {
  const borrower = await applicant(place, work.unclear);
  const id = await applicationOf(borrower);
  await (
    await desk(place.server, 'underwriter')
  )('POST', `/api/staff/applications/${id}/decisions`, { decision: 'accepted', limitCents });
  return borrower;
}

export async function applicationOf(borrower: ApiBorrower): Promise<string> {
  return ((await (await borrower.get('/api/applications/current')).json()) as { id: string }).id;
}

/** Chooses a loan without consenting. */
export async function draftOf(borrower: ApiBorrower): Promise<string> {
  return ((await (await mustBeOk(borrower.post('/api/loans', usualChoice))).json()) as LoanDraft).loanId ?? '';
}

/** Throws unless the request succeeded. */
export async function mustBeOk<Answer extends { ok(): boolean; text(): Promise<string> }>(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  if (!answer.ok()) throw new Error(await answer.text());
  return answer;
}
