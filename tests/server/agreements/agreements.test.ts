import { createHash } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgreementText } from '../../../server/contract/agreements.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, consent, prepared, settle, withdrawn } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

interface Latest {
  agreement: AgreementText;
  sanctionLetter: AgreementText;
}
const draft = async (who: Journey) => (await call(server, who, 'GET', '/api/agreements/draft')).json<AgreementText>();
const latest = async (who: Journey) => (await call(server, who, 'GET', '/api/agreements/latest')).json<Latest>();
const speak = (who: Journey, language: string) => call(server, who, 'PUT', '/api/customer/language', { language });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('before signing', () => {
  test('there is no agreement before a choice', async () => {
    const borrower = await acceptedBorrower(server);
    expect(await draft(borrower)).toMatchObject({ kind: 'agreement', state: 'none', markdown: '' });
    expect(await latest(borrower)).toMatchObject({ agreement: { state: 'none' }, sanctionLetter: { state: 'none' } });
  });

  test('S25 F12 the unsigned agreement shows the order, the borrower and every amount', async () => {
    const borrower = await acceptedBorrower(server);
    const { disclosure } = await prepared(server, borrower);
    const { markdown, ...rest } = await draft(borrower);
    expect(rest).toMatchObject({ state: 'unsigned', language: 'en', title: 'Loan agreement and disclosure statement' });
    const money = (cents: number) => `₱${(cents / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 })}`;
    expect(markdown).toContain(rest.orderNumber ?? 'an order number');
    expect(markdown).toMatch(/Maria Reyes Santos.*UMID •••• \d{4}, mobile \+63 917 ••• ••\d\d/);
    expect(markdown).toMatch(/to \*\*BDO Unibank •••• \d{4}\*\* \(Bank account\)/);
    const { principalCents, serviceFeeCents, creditScoreFeeCents, gstCents, deductionCents, receivedCents } = disclosure;
    const { interestCents, financeChargeCents, totalDueCents, couponCents } = disclosure;
    for (const cents of [principalCents, serviceFeeCents, creditScoreFeeCents, gstCents, deductionCents, couponCents])
      expect(markdown).toContain(`| ${money(cents)} |`);
    for (const cents of [receivedCents, interestCents, financeChargeCents, totalDueCents]) expect(markdown).toContain(money(cents));
    expect(markdown).not.toMatch(/\{\{|\}\}|undefined|NaN/);
  });

  test('its text is in the language of the borrower', async () => {
    const borrower = await acceptedBorrower(server);
    await prepared(server, borrower);
    await speak(borrower, 'hi');
    expect(await draft(borrower)).toMatchObject({ language: 'hi', title: 'लोन समझौता और ख़र्च का विवरण' });
    await speak(borrower, 'fil');
    const { markdown, title } = await draft(borrower);
    expect(title).toBe('Kasunduan sa loan at pahayag ng mga singil');
    expect(markdown).toMatch(/sa \*\*BDO Unibank •••• \d{4}\*\* \(Sa bangko\)/);
  });

  test('a disclosure of yesterday cannot be signed today and is not shown', async () => {
    const borrower = await acceptedBorrower(server);
    await prepared(server, borrower);
    await advanceDays(server, 1, borrower);
    expect(await draft(borrower)).toMatchObject({ state: 'none' });
  });
});

describe('signing', () => {
  test('L08 stores exactly the text shown, with the consent', async () => {
    const borrower = await acceptedBorrower(server);
    const terms = await prepared(server, borrower);
    const shown = await draft(borrower);
    await consent(server, borrower, terms);
    const { agreement, sanctionLetter } = await latest(borrower);
    expect(agreement).toMatchObject({ state: 'signed', markdown: shown.markdown, hash: shown.hash, orderNumber: shown.orderNumber });
    expect(agreement.hash).toBe(sha256(shown.markdown));
    expect(agreement.signedAt).toBe(server.clock.now().toISOString());
    expect(sanctionLetter).toMatchObject({ state: 'signed', title: 'Sanction letter' });
    const row = await server.deps.db
      .selectFrom('agreements')
      .selectAll()
      .where('id', '=', agreement.id ?? '')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ nonce: terms.nonce, disclosure_hash: terms.disclosureHash });
    expect(row.sealed_text).not.toContain('Maria');
  });

  test('keeps the signed text after a later release or another language', async () => {
    const borrower = await acceptedBorrower(server);
    await withdrawn(server, borrower);
    const before = await latest(borrower);
    await speak(borrower, 'hi');
    expect(await latest(borrower)).toEqual(before);
    const { db } = server.deps;
    await expect(
      db
        .updateTable('agreements')
        .set({ title: 'other' })
        .where('id', '=', before.agreement.id ?? '')
        .execute(),
    ).rejects.toThrow(/insert-only/);
  });

  test('a name in Markdown stays a name', async () => {
    const borrower = await acceptedBorrower(server, { identity: { lastName: "O'Hara-Santos Jr." } });
    await prepared(server, borrower);
    expect((await draft(borrower)).markdown).toContain("Maria Reyes O'Hara-Santos Jr.");
  });

  test('L15 only the most recent agreement and letter are shown', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { amountCents: 300_000 });
    const first = await latest(borrower);
    await repay(borrower);
    await withdrawn(server, borrower, { amountCents: 400_000 });
    const second = await latest(borrower);
    expect(second.agreement.orderNumber).not.toBe(first.agreement.orderNumber);
    expect(second.sanctionLetter.orderNumber).toBe(second.agreement.orderNumber);
    expect(second.agreement.markdown).toContain('₱4,000.00');
  });
});

async function repay(borrower: Journey): Promise<void> {
  const { loanId, full } = (await call(server, borrower, 'GET', '/api/repayments/options')).json<{
    loanId: string;
    full: { amountCents: number };
  }>();
  const answer = await call(server, borrower, 'POST', '/api/repayments', { loanId, kind: 'full', expectedCents: full.amountCents });
  expect(answer.statusCode).toBe(200);
  await settle(server, 120);
}

describe('the PDF', () => {
  async function download(borrower: Journey, id = '') {
    const answer = await call(server, borrower, 'GET', `/api/agreements/${id}/address`);
    expect(answer.statusCode).toBe(200);
    return server.app.inject({ method: 'GET', url: answer.json<{ url: string }>().url });
  }
  async function textOf(bytes: Buffer): Promise<string[]> {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    return text;
  }

  test.each([
    ['en', ['Loan agreement and disclosure statement', '₱5,000.00', 'Signed electronically', 'Page 1 of']],
    ['fil', ['Kasunduan sa loan', '₱5,000.00', 'Elektronikong pinirmahan', 'Pahina 1 ng']],
    ['hi', ['लोन', '₱5,000.00', 'Maria Reyes Santos', 'पृष्ठ']],
  ])('is in the language of the borrower: %s', async (language, words) => {
    const borrower = await acceptedBorrower(server);
    await speak(borrower, language);
    await withdrawn(server, borrower);
    const { agreement } = await latest(borrower);
    const pdf = await download(borrower, agreement.id);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="loan-agreement-[\w-]+\.pdf"$/),
    });
    const pages = await textOf(pdf.rawPayload);
    const all = pages.join('\n').replace(/\s+/g, ' ');
    for (const word of words) expect(all).toContain(word);
    for (const page of pages) expect(page.replace(/\s/g, '')).toContain(agreement.hash);
  });

  test('is the same file each time; the letter is a different one', async () => {
    const borrower = await acceptedBorrower(server);
    await withdrawn(server, borrower);
    const { agreement, sanctionLetter } = await latest(borrower);
    const [first, second] = [await download(borrower, agreement.id), await download(borrower, agreement.id)];
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
    const letter = await download(borrower, sanctionLetter.id);
    expect((await textOf(letter.rawPayload)).join(' ')).toContain('Dear Maria Reyes Santos');
  });

  test('another borrower gets neither address nor file, and the attempt is logged', async () => {
    const [owner, other] = [await acceptedBorrower(server), await acceptedBorrower(server)];
    await withdrawn(server, owner);
    const { agreement } = await latest(owner);
    expect((await call(server, other, 'GET', `/api/agreements/${agreement.id}/address`)).statusCode).toBe(404);
    expect(server.log.some((line) => line['alarm'] === 'foreignId' && line['agreement'] === agreement.id)).toBe(true);
    expect((await call(server, other, 'GET', `/api/agreements/${agreement.id}/file`)).statusCode).toBe(404);
  });

  test('an address expires after five minutes and works for one file', async () => {
    const borrower = await acceptedBorrower(server);
    await withdrawn(server, borrower);
    const { agreement, sanctionLetter } = await latest(borrower);
    const { url } = (await call(server, borrower, 'GET', `/api/agreements/${agreement.id}/address`)).json<{ url: string }>();
    const open = (address: string) => server.app.inject({ method: 'GET', url: address });
    expect((await open(url)).statusCode).toBe(200);
    expect((await open(url.replace(agreement.id ?? '', sanctionLetter.id ?? ''))).statusCode).toBe(404);
    server.clock.advance(301);
    expect((await open(url)).statusCode).toBe(404);
  });
});
