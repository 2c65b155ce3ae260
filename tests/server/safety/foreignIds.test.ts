import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import { addDays } from '../../../server/lending/index.ts';
import { operations } from '../../../server/contract/operations.ts';
import { recordAcceptance } from '../../../server/platform/customer/customers.ts';
import { begun, given, options } from '../repayments/support.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, call, prepared, signature, usualChoice } from '../support/lending.ts';
import { startProduct, upload, type ProductApp } from '../support/product.ts';
import { booked, preparedReloan, today } from '../support/advance.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Request = [method: Method, url: string, body?: object];

/** A's ids. */
interface Owned {
  loanId: string;
  repaymentId: string;
  agreementId: string;
  fileId: string;
  withdrawalCoupon: string;
  repaymentCoupon: string;
  consentId: string;
  appointmentId: string;
  messageId: string;
  /** Id of an accepted document. */
  acceptedId: string;
}

let server: ProductApp;
let [a, b]: Journey[] = [];
let owned: Owned;
/** B's own loan, in requests that use A's coupons. */
let own: { loanId: string; dueCents: number };
let visitor: Journey;

beforeAll(async () => {
  server = await startProduct();
  [a, b, visitor] = [await acceptedBorrower(server), await acceptedBorrower(server), await acceptedBorrower(server)];
  const [welcome] = (await call(server, a, 'GET', '/api/loans/offer')).json<LoanOffer>().coupons;
  const { id: loanId } = await activeLoan(server, a);
  const { id: repaymentId } = await begun(server, a);
  const { agreement } = (await call(server, a, 'GET', '/api/agreements/latest')).json<{ agreement: { id: string } }>();
  const fileId = (await upload(server, a, 'selfie')).json<{ fileId: string }>().fileId;
  const repaymentCoupon = await given(server, a, 'onTime');
  const { consentId } = await preparedReloan(server, a, { mode: 'automatic' });
  const { id: appointmentId } = await booked(server, a, addDays(today(server), 3));
  const { items } = (await call(server, a, 'GET', '/api/messages?kind=notify')).json<{ items: { id: string }[] }>();
  const acceptedId = await accepted(a);
  owned = {
    messageId: items[0]?.id ?? '',
    acceptedId,
    loanId,
    repaymentId,
    agreementId: agreement.id,
    fileId,
    withdrawalCoupon: welcome?.id ?? '',
    repaymentCoupon,
    consentId,
    appointmentId,
  };
  const ofB = await activeLoan(server, b);
  own = { loanId: ofB.id, dueCents: (await options(server, b)).full?.amountCents ?? 0 };
});
afterAll(() => server.close());

/** Records that the privacy policy was accepted, as a login does. Returns the id. */
async function accepted({ customerId }: Journey): Promise<string> {
  const { deps } = server;
  const hash = deps.releases.active().manifest.documents['privacy']?.['en']?.hash ?? '';
  await deps.db.transaction().execute((tx) => recordAcceptance(deps, tx, { customerId, document: 'privacy', hash, language: 'en' }));
  return (await deps.db.selectFrom('consents').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow()).id;
}

const terms = new URLSearchParams({ productId: 'cashLoan', amountCents: '500000', termDays: '30' }).toString();

/** Requests with A's ids by somebody else, per operation. */
const requests: Partial<Record<keyof typeof operations, (of: Owned) => Request>> = {
  'loans.get': ({ loanId }) => ['GET', `/api/loans/${loanId}`],
  'loans.requestCancellation': ({ loanId }) => ['POST', `/api/loans/${loanId}/cancellation-request`, {}],
  'loans.chooseCoupon': ({ loanId }) => ['PUT', `/api/loans/${loanId}/coupon`, {}],
  'loans.withdraw': ({ loanId }) => ['POST', `/api/loans/${loanId}/withdrawal`, { disclosureHash: 'x', nonce: 'x', signature }],
  'loans.quote': ({ withdrawalCoupon }) => ['GET', `/api/loans/quote?${terms}&couponId=${withdrawalCoupon}`],
  'loans.prepare': ({ withdrawalCoupon: couponId }) => ['POST', '/api/loans', { ...usualChoice, couponId }],
  'repayments.abandon': ({ repaymentId }) => ['POST', `/api/repayments/${repaymentId}/abandonment`, {}],
  'repayments.get': ({ repaymentId }) => ['GET', `/api/repayments/${repaymentId}`],
  'repayments.list': ({ loanId }) => ['GET', `/api/repayments?loanId=${loanId}`],
  'repayments.create': ({ loanId }) => ['POST', '/api/repayments', { loanId, kind: 'full', expectedCents: 500_700 }],
  'agreements.download': ({ agreementId }) => ['GET', `/api/agreements/${agreementId}/address`],
  'easyReloan.agree': ({ consentId }) => ['POST', '/api/easy-reloan', { consentId, disclosureHash: 'x', nonce: 'x', signature }],
  'appointments.book': ({ consentId }) => ['POST', '/api/appointments', { consentId, disclosureHash: 'x', nonce: 'x', signature }],
  'appointments.cancel': ({ appointmentId }) => ['POST', `/api/appointments/${appointmentId}/cancellation`, {}],
  'messages.get': ({ messageId }) => ['GET', `/api/messages/${messageId}`],
  'messages.markRead': ({ messageId }) => ['PUT', `/api/messages/${messageId}/read`],
  'documents.acceptedText': ({ acceptedId }) => ['GET', `/api/accepted-documents/${acceptedId}`],
  'files.address': ({ fileId }) => ['GET', `/api/files/${fileId}`],
};

/** Ids that belong to nobody, or that are themselves the right to see what they name. */
const open = new Set(['productId', 'challengeId']);
const unguessable = new Set<string>(['repayments.result']);

test("every operation that takes a customer's id is in the table", () => {
  const all = Object.values(operations);
  const taking = all.filter(({ input }) => Object.keys(input.properties).some((name) => name.endsWith('Id') && !open.has(name)));
  expect(
    taking
      .map(({ id }) => id)
      .filter((id) => !unguessable.has(id))
      .toSorted(),
  ).toEqual(Object.keys(requests).toSorted());
});

/** The response for somebody else's id, and whether an alarm was logged. */
async function asked(who: Journey, [method, url, body]: Request) {
  const logged = server.log.length;
  const { statusCode, body: text } = await call(server, who, method, url, body);
  const { code } = JSON.parse(text) as { code: string };
  const isLogged = server.log.slice(logged).some(({ alarm, subject }) => alarm === 'foreignId' && subject === `customer:${who.customerId}`);
  return { statusCode, code, isLogged };
}
const hidden = { statusCode: 404, code: 'notFound', isLogged: true };

describe("B asks for A's", () => {
  test.each(Object.keys(requests) as (keyof typeof operations)[])('%s: not found, and logged', async (id) => {
    const request = requests[id]?.(owned);
    // Withdrawal coupons are requested by a borrower who may borrow.
    const who = id === 'loans.quote' || id === 'loans.prepare' ? visitor : (b as Journey);
    expect(request && (await asked(who, request))).toEqual(hidden);
  });

  test('coupon for his own disclosed loan', async () => {
    const { loanId } = await prepared(server, visitor);
    const request: Request = ['PUT', `/api/loans/${loanId}/coupon`, { couponId: owned.withdrawalCoupon }];
    expect(await asked(visitor, request)).toEqual(hidden);
  });

  test('coupon for his own repayment', async () => {
    const body = { loanId: own.loanId, kind: 'full', expectedCents: own.dueCents, couponId: owned.repaymentCoupon };
    expect(await asked(b as Journey, ['POST', '/api/repayments', body])).toEqual(hidden);
  });
});

describe('an unknown field is refused and changes nothing', () => {
  test('every operation accepts only the fields of its contract', () => {
    for (const { id, input } of Object.values(operations)) expect([id, input]).toMatchObject([id, { additionalProperties: false }]);
  });

  test.each([{ state: 'active' }, { customerId: 'other' }, { receivedCents: 999_999 }, { paidCents: 1 }])('%j', async (extra) => {
    const { loanId, disclosureHash, nonce } = await prepared(server, visitor);
    const sound: Request[] = [
      ['POST', '/api/loans', usualChoice],
      ['PUT', `/api/loans/${loanId}/coupon`, {}],
      ['POST', `/api/loans/${loanId}/withdrawal`, { disclosureHash, nonce, signature }],
      ['POST', '/api/repayments', { loanId, kind: 'full', expectedCents: 1 }],
      ['POST', '/api/account', {}],
    ];
    for (const [method, url, body] of sound) {
      const answer = await call(server, visitor, method, url, { ...body, ...extra });
      expect([url, answer.json()]).toMatchObject([url, { status: 400, problems: [{ code: 'additionalProperties' }] }]);
    }
    const draft = await call(server, visitor, 'GET', '/api/loans/draft');
    expect(draft.json()).toMatchObject({ loanId, disclosureHash, nonce });
  });
});
