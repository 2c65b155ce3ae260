import { writeFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRows } from '../support/auditRows.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, settle, withdrawn } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

let people = 0;
/** A newly logged-in member of staff, because sessions end while days pass. */
const support = (): Promise<StaffMember> => staffMember(server, 'support', `support-${(people += 1)}`);
const ask = (who: StaffMember, id: string, inDays = 0) => who.call('POST', `/api/staff/loans/${id}/statements`, { inDays });
const download = (url: string) => server.app.inject({ url });
const peso = (cents = 0) => `₱${(cents / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 })}`;

async function statement(id: string, inDays = 0) {
  const file = await download((await ask(await support(), id, inDays)).json<{ url: string }>().url);
  if (process.env['KEEP_PDF']) writeFileSync(`${process.env['KEEP_PDF']}-${id}.pdf`, file.rawPayload);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)));
  return { ...file, text: text.join('\n').replace(/\s+/g, ' ') };
}

async function pay(borrower: Journey, body: object): Promise<void> {
  expect((await call(server, borrower, 'POST', '/api/repayments', body)).statusCode).toBe(200);
  await settle(server, 120);
}

describe('D09 the statement of a loan', () => {
  test('states terms, schedule, what was booked and what is owed on the chosen day, with personal data masked', async () => {
    const borrower = await acceptedBorrower(server);
    const { id, orderNumber = '', account } = await activeLoan(server, borrower);
    await advanceDays(server, 10, borrower);
    const { extension } = (await call(server, borrower, 'GET', '/api/repayments/options')).json<{ extension: { amountCents: number } }>();
    await pay(borrower, { loanId: id, kind: 'extension', expectedCents: extension.amountCents });
    const owed = (await (await support()).call('GET', `/api/staff/loans/${id}/owed?inDays=40`)).json<{
      totalCents: number;
      penaltyCents: number;
    }>();
    const { text, headers } = await statement(id, 40);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        new RegExp(`^attachment; filename="loan-statement-${orderNumber}-\\d{4}-\\d\\d-\\d\\d.pdf"$`),
      ),
    });
    const loan = await currentLoan(server, borrower);
    const [paid] = loan.ran;
    expect(text).toContain('Statement of your loan');
    expect(text).toMatch(/for Maria Reyes Santos, mobile \+63 917 ••• ••\d\d/);
    expect(text).toContain(`Paid out to BDO Unibank ${account?.masked}`);
    expect(text).toContain(`Paid out to you ${peso(loan.receivedCents)}`);
    const parts = [paid?.paidCents, 0, paid?.interestCents, paid?.extensionFeeCents].map(peso).join(' ');
    expect(text).toContain(`More time, paid ${parts}`);
    expect(text).toContain('What is left, since the due date moved.');
    expect(owed.penaltyCents).toBeGreaterThan(0);
    expect(text).toContain(`Penalty ${peso(owed.penaltyCents)}`);
    expect(text).toContain(`To pay in all ${peso(owed.totalCents)}`);
    expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN/);
  });

  test.each([
    ['fil', ['Statement ng loan mo', 'Ipinadala sa iyo', 'Hindi pa bayad nang buo ang loan.', 'Pahina 1 ng']],
    ['hi', ['₱5,000.00', 'Maria Reyes Santos']],
  ])('is in the language of the borrower: %s', async (language, words) => {
    const borrower = await acceptedBorrower(server);
    await call(server, borrower, 'PUT', '/api/customer/language', { language });
    const { id } = await activeLoan(server, borrower);
    const { text } = await statement(id);
    for (const word of words) expect(text).toContain(word);
  });

  test('of a settled loan says that nothing is left to pay', async () => {
    const borrower = await acceptedBorrower(server);
    const { id, payoffCents } = await activeLoan(server, borrower);
    await pay(borrower, { loanId: id, kind: 'full', expectedCents: payoffCents });
    const { text } = await statement(id);
    expect(text).toContain('The loan is settled. Nothing is left to pay.');
    expect(text).toContain(`To pay in all ${peso(0)}`);
  });

  test('each opening is audited; its address covers one loan and day, and expires', async () => {
    const borrower = await acceptedBorrower(server);
    const { id } = await activeLoan(server, borrower);
    const who = await support();
    const { url } = (await ask(who, id)).json<{ url: string }>();
    const audited = await auditRows(server.deps.db).selectAll().where('subject', '=', `loan:${id}`).execute();
    expect(audited.at(-1)).toMatchObject({ actor: `staff:${who.id}`, action: 'loan.statementOpened' });
    expect((await download(url)).statusCode).toBe(200);
    expect((await download(url.replace(/day=[\d-]+/, 'day=2027-12-31'))).statusCode).toBe(404);
    const forged = url.replace(/signature=(.)/, (_, first) => `signature=${first === '-' ? 'x' : '-'}`);
    expect((await download(forged)).statusCode).toBe(404);
    server.clock.advance(301);
    expect((await download(url)).statusCode).toBe(404);
  });

  test('there is none before the payout', async () => {
    const borrower = await acceptedBorrower(server);
    const { id } = await withdrawn(server, borrower);
    expect((await ask(await support(), id)).statusCode).toBe(404);
  });

  test('is refused while the published texts have none', async () => {
    const borrower = await acceptedBorrower(server);
    const { id } = await activeLoan(server, borrower);
    const { documents } = server.deps.releases.active().manifest;
    const { loanStatement } = documents;
    delete documents['loanStatement'];
    expect((await ask(await support(), id)).json()).toMatchObject({ code: 'noStatement' });
    Object.assign(documents, { loanStatement });
  });
});
