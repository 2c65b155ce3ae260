import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DecisionTable } from '../../../engine/config/flow.ts';
import type { Disclosure } from '../../../server/contract/disclosure.ts';
import type { LoanDraft, LoanOffer } from '../../../server/contract/offers.ts';
import type { LegalCaps } from '../../../server/lending/kinds/legalCaps.ts';
import type { Product } from '../../../server/lending/kinds/product.ts';
import { databaseReleases } from '../../../server/platform/release/databaseTable.ts';
import { pinnedReleases } from '../../../server/product/loans/pinned.ts';
import { releaseService } from '../../../server/platform/release/service.ts';
import { ownNumbers, acceptedBorrower, activeLoan, call, consent, currentLoan, prepared, settle } from '../support/lending.ts';
import { journey } from '../support/journey.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterAll(() => server.close());

const product = 'flows/lending/products/cashLoan.product.json';
const withProduct = (change: (product: Product) => void) => edited<Product>(shippedFiles(), product, change);
const quoted = async (who: LoggedIn): Promise<Disclosure> =>
  (await call(server, who, 'GET', '/api/loans/quote?productId=cashLoan&amountCents=500000&termDays=30')).json<Disclosure>();
const offerFor = async (who: LoggedIn): Promise<LoanOffer> => (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>();

describe('K01 the product is JSON', () => {
  test('new offers follow the published release; a loan keeps its disclosed terms', async () => {
    const before = await acceptedBorrower(server);
    const loan = await activeLoan(server, before);
    await server.publish(withProduct(({ parameters }) => (parameters.dailyRatePpm = 1000)));
    const after = await acceptedBorrower(server);
    expect(await quoted(after)).toMatchObject({ dailyRatePpm: 1000, interestCents: 15_000 });
    server.clock.advance(30 * 24 * 3600);
    before.headers = await sessionFor(server.deps, before.customerId);
    expect(await currentLoan(server, before)).toMatchObject({ id: loan.id, dailyRatePpm: 2000, interestDueCents: 30_000 });
    await server.publish(shippedFiles());
  });

  test('a disclosure older than a change can be agreed to unchanged', async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    await server.publish(withProduct(({ parameters }) => (parameters.dailyRatePpm = 1000)));
    expect((await consent(server, borrower, draft)).json()).toMatchObject({ dailyRatePpm: 2000, interestCents: 30_000 });
    await server.publish(shippedFiles());
  });

  test('a product that is turned off is no longer offered', async () => {
    const borrower = await acceptedBorrower(server);
    await server.publish(withProduct((value) => (value.enabled = false)));
    expect(await offerFor(borrower)).toMatchObject({ canBorrow: false, refusal: 'nothingAvailable', products: [] });
    await server.publish(shippedFiles());
  });

  test('a loan keeps the release of its disclosure after a restart with another active release', async () => {
    const borrower = await acceptedBorrower(server);
    const { loanId } = await prepared(server, borrower);
    const draft = (await call(server, borrower, 'GET', '/api/loans/draft')).json<LoanDraft>();
    await server.publish(withProduct(({ amounts }) => (amounts.maxCents = 500_000)));
    const { release } = await server.deps.db.selectFrom('loans').select('release').where('id', '=', loanId).executeTakeFirstOrThrow();
    await restart();
    expect(release).not.toBe(server.deps.releases.active().hash);
    expect((await consent(server, borrower, draft)).json()).toMatchObject({ state: 'disbursing' });
    await restart();
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    await server.publish(shippedFiles());
  });
});

/** Starts with an empty cache. Whatever a transaction needs of a release must be loaded before it begins. */
async function restart(): Promise<void> {
  const { db, log } = server.deps;
  const options = { table: databaseReleases(db), fits: () => [], pinned: () => pinnedReleases(db), pollMs: 0 };
  const service = await releaseService({ ...options, warn: (message, details) => log.warn(details, message) });
  server.deps.releases = service;
  server.releases.refresh = () => service.refresh();
}

test('caps are checked again at the agreement, so a new law applies', async () => {
  const borrower = await acceptedBorrower(server);
  const draft = await prepared(server, borrower);
  const cheaper = withProduct(({ parameters, terms }) => {
    Object.assign(parameters, { dailyRatePpm: 1000, extensionFeePpmPerDay: 1000 });
    for (const term of terms) delete term.parameters;
  });
  const strict = edited<LegalCaps>(cheaper, 'flows/lending/legalCaps.json', ({ caps }) => {
    for (const cap of caps) cap.nominalPpm30d = 30_000;
  });
  await server.publish(strict);
  expect((await consent(server, borrower, draft)).json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
  await server.publish(shippedFiles());
});

test('a broken row of the decision table grants nothing and refers to a person', async () => {
  const rows = edited<DecisionTable>(shippedFiles(), 'flows/decisions/underwriting.decisions.json', (table) => {
    const broken = '1 / (size(personalBasic.birthDate) - size(personalBasic.birthDate)) > size(work.income)';
    table.rows.unshift({ when: broken, outcome: { decision: 'rejected', reason: 'age', retryAfterDays: 30 } });
  });
  await server.publish(rows);
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('nowhere', ownNumbers());
  expect((await borrower.submit()).json()).toMatchObject({ state: 'referred', reason: 'manualReview' });
  const grants = await server.deps.db.selectFrom('limit_grants').selectAll().where('customer_id', '=', borrower.customerId).execute();
  expect(grants).toEqual([]);
  await server.publish(shippedFiles());
});

test('staff cannot send answers back while a loan depends on them', async () => {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower);
  const { id } = (await call(server, borrower, 'GET', '/api/applications/current')).json<{ id: string }>();
  const answer = await server.app.inject({ method: 'POST', url: `/dev/applications/${id}/decide`, payload: { decision: 'sendBack' } });
  expect(answer.json()).toMatchObject({ status: 409, code: 'openLoan' });
});
