import { parseMarkdown } from '../../../../engine/config/markdown.ts';
import { addDays, replay } from '../../../lending/index.ts';
import type { Day } from '../../../lending/types.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { derive } from '../../../platform/crypto/keyring.ts';
import { maskPhone, phoneVault } from '../../../platform/customer/phone.ts';
import { viewerOf } from '../../../platform/customer/viewer.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addressHolds, addressLifetimeSeconds, signedQuery } from '../../../platform/files/signedAddress.ts';
import type { App } from '../../../platform/http/types.ts';
import { fail } from '../../../platform/problem.ts';
import type { StaffSession } from '../../../platform/staff/sessions.ts';
import { todayOf } from '../../../platform/time.ts';
import { writeBlocks } from '../../agreements/pdf/blocks.ts';
import { pdfWords, writeFooters } from '../../agreements/pdf/footers.ts';
import { Paper } from '../../agreements/pdf/paper.ts';
import { written } from '../../agreements/text.ts';
import { currentBalance } from '../../loans/heldMoney.ts';
import { postingsOf } from '../../loans/postings.ts';
import type { LoanRecord } from '../../loans/types.ts';
import { loanView } from '../../loans/view.ts';
import { nameOf } from '../find.ts';
import { statementDocument } from './fields.ts';
import { statementValues } from './values.ts';

/** A loan that was paid out. Other loans have nothing to state. */
async function statedLoan({ db }: Deps, id: string): Promise<LoanRecord> {
  const row = await db.selectFrom('loans').selectAll().where('id', '=', id).where('start_day', 'is not', null).executeTakeFirst();
  return row ?? fail('notFound');
}

const addressKey = ({ settings }: Deps) => derive(settings.keyring[0], 'loan statements');
/** The data that a signature covers: the loan and the day. */
const signedPlace = (id: string, day: Day) => `${id}|${day}`;

/**
 * Returns a short-lived URL of a loan's statement. The audit row is written first. Refuses with `noStatement` if the current texts contain
 * no statement.
 */
export async function openStatement(deps: Deps, { actor }: StaffSession, { id, inDays }: { id: string; inDays: number }) {
  const loan = await statedLoan(deps, id);
  if (!deps.releases.active().manifest.documents[statementDocument]) fail('noStatement');
  const day = addDays(todayOf(deps), inDays);
  await deps.db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor, action: 'loan.statementOpened', subject: `loan:${loan.id}`, detail: { day } }));
  const query = signedQuery(addressKey(deps), signedPlace(loan.id, day), deps.clock.now());
  return { url: `/api/staff/loans/${loan.id}/statement/file?day=${day}&${query}`, expiresInSeconds: addressLifetimeSeconds };
}

/** A loan's statement as PDF, in the borrower's language: terms, schedule, postings, and what is owed on the day. */
async function statementPdf(deps: Deps, loan: LoanRecord, day: Day): Promise<Buffer> {
  const { db, releases } = deps;
  const customer = await db
    .selectFrom('customers')
    .select(['language', 'phone_sealed'])
    .where('id', '=', loan.customer_id)
    .executeTakeFirstOrThrow();
  const sealed = customer.phone_sealed;
  const view = await loanView({ ...(await viewerOf(deps, loan.customer_id)), db }, loan);
  const input = {
    loan,
    view,
    booked: replay(loan.terms, await postingsOf(db, loan.id)),
    current: await currentBalance(deps, db, loan),
    today: todayOf(deps),
    day,
    name: await nameOf(deps, loan.customer_id),
    phone: sealed.length > 0 ? maskPhone(phoneVault(deps.settings.keyring).open(sealed)) : '',
  };
  // Use the current texts, because the release of an older loan may lack this document.
  const release = releases.active();
  const { language, title, markdown, hash } = await written(
    deps,
    release,
    { id: statementDocument, language: customer.language },
    (words) => statementValues(input, words),
  );
  const author = String(release.manifest.settings.constants['companyName'] ?? '');
  const paper = new Paper({ title, author, language, createdAt: deps.clock.now() });
  writeBlocks(paper, parseMarkdown(markdown));
  writeFooters(paper, pdfWords(deps, language), { order: loan.order_number, hash });
  return paper.finish();
}

/**
 * The PDF behind a signed URL. A valid signature is the only permission needed. Sent as an attachment, so that it never opens as a page of
 * this origin.
 */
export function statementFile(app: App): void {
  app.get<{ Params: { id: string }; Querystring: { day?: string; expires?: string; signature?: string } }>(
    '/api/staff/loans/:id/statement/file',
    async ({ params: { id }, query: { day = '', expires, signature } }, reply) => {
      const { deps } = app;
      const isOurs = addressHolds(addressKey(deps), signedPlace(id, day), Number(expires), String(signature), deps.clock.now());
      const loan = isOurs ? await statedLoan(deps, id) : fail('notFound');
      const pdf = await statementPdf(deps, loan, day);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="loan-statement-${loan.order_number.replace(/[^\w-]/g, '')}-${day}.pdf"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `private, max-age=${addressLifetimeSeconds}`,
        })
        .send(pdf);
    },
  );
}
