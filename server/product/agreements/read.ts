import type { AgreementText } from '../../contract/agreements.ts';
import { derive } from '../../platform/crypto/keyring.ts';
import type { Deps } from '../../platform/deps.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { fail } from '../../platform/problem.ts';
import { addressHolds, addressLifetimeSeconds, signedQuery } from '../../platform/files/signedAddress.ts';
import { disclosedLoan, isDisclosedToday } from '../loans/disclosed.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import type { AgreementKind } from './fields.ts';
import { placeOf } from './freeze.ts';
import { readSignatory, textsOf } from './text.ts';
import type { Agreement } from './transitions.ts';

const none = (kind: AgreementKind, language: string): AgreementText => ({
  kind,
  language,
  title: '',
  markdown: '',
  hash: '',
  state: 'none',
});

const defaultLanguage = ({ releases }: Deps): string => releases.active().manifest.settings.languages.default;

/** The agreement of the disclosed loan, as it would be signed now. */
export async function draftAgreement(viewer: Viewer): Promise<AgreementText> {
  const { deps, customerId } = viewer;
  const loan = await disclosedLoan(deps.db, customerId);
  if (!loan || !isDisclosedToday(deps, loan)) return none('agreement', defaultLanguage(deps));
  const signatory = await readSignatory({ ...viewer, db: deps.db }, loan.application_id);
  const text = (await textsOf(viewer, loan, signatory)).find(({ kind }) => kind === 'agreement');
  return text ? { ...text, state: 'unsigned', orderNumber: loan.order_number } : none('agreement', defaultLanguage(deps));
}

/** The agreement and the letter of the newest loan. Older ones are kept but not shown (L15). */
export async function latestAgreements(viewer: Viewer): Promise<{ agreement: AgreementText; sanctionLetter: AgreementText }> {
  const { deps, customerId } = viewer;
  const signed = () =>
    deps.db.selectFrom('agreements').where('agreements.customer_id', '=', customerId).where('agreements.state', '=', 'signed');
  const newest = await signed().select('loan_id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const rows = await signed()
    .innerJoin('loans', 'loans.id', 'agreements.loan_id')
    .selectAll('agreements')
    .select('order_number')
    .where('loan_id', '=', newest?.loan_id ?? '')
    .execute();
  const view = (kind: AgreementKind): AgreementText => {
    const row = rows.find((each) => each.kind === kind);
    return row ? viewOf(viewer, row) : none(kind, defaultLanguage(deps));
  };
  return { agreement: view('agreement'), sanctionLetter: view('sanctionLetter') };
}

const viewOf = ({ vault }: Viewer, row: Agreement & { order_number: string }): AgreementText => ({
  id: row.id,
  kind: row.kind,
  language: row.language,
  title: row.title,
  markdown: vault.open(placeOf(row.id), row.sealed_text) as string,
  hash: row.hash,
  state: 'signed',
  ...(row.signed_at ? { signedAt: row.signed_at.toISOString() } : {}),
  orderNumber: row.order_number,
});

const addressKey = ({ settings }: Deps) => derive(settings.keyring[0], 'agreement addresses');

/** A short-lived URL of the PDF of a borrower's own agreement. Refuses another customer's with `notFound` and logs the attempt. */
export async function agreementAddress({ deps, customerId }: Viewer, id: string): Promise<{ url: string; expiresInSeconds: number }> {
  const row = await deps.db.selectFrom('agreements').select('customer_id').where('id', '=', id).executeTakeFirst();
  ownOrNotFound(deps, customerId, 'agreement', id, row);
  const url = `/api/agreements/${id}/file?${signedQuery(addressKey(deps), id, deps.clock.now())}`;
  return { url, expiresInSeconds: addressLifetimeSeconds };
}

/** The agreement behind a signed URL. A valid signature is the only permission needed; anything else is `notFound`. */
export async function agreementAt(
  deps: Deps,
  id: string,
  { expires, signature }: { expires?: string; signature?: string },
): Promise<Agreement & { order_number: string }> {
  if (!addressHolds(addressKey(deps), id, Number(expires), String(signature), deps.clock.now())) fail('notFound');
  const row = await deps.db
    .selectFrom('agreements')
    .innerJoin('loans', 'loans.id', 'agreements.loan_id')
    .selectAll('agreements')
    .select('order_number')
    .where('agreements.id', '=', id)
    .executeTakeFirst();
  return row ?? fail('notFound');
}
