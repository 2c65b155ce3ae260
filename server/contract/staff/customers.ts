import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { accountCorrectionStates } from './accountCorrections.ts';
import { ApplicationSummary } from './applications.ts';
import { Coupon } from '../coupons.ts';
import { AcceptedDocument } from '../documents.ts';
import { Message } from '../messages.ts';
import { Language } from '../schemas.ts';
import { LoanSummary } from './loans.ts';
import { repaymentKinds, repaymentStates } from '../repayments.ts';
import { DeletionRequest } from './support.ts';
import { Note, WorkItem } from './work.ts';
import { done, Id, Instant, Reason, type WrittenStaffOperation } from './operation.ts';

const searchKinds = ['applicationNumber', 'orderNumber', 'phone', 'name'] as const;
export type SearchKind = (typeof searchKinds)[number];

const FoundCustomer = object({
  customerId: Type.String(),
  name: Type.String({ description: 'Name from the answers. Empty if the form marks it as sensitive.' }),
  phone: Type.String({ description: 'Masked.' }),
  applications: Type.Array(ApplicationSummary, { description: 'Newest first.' }),
  loans: Type.Array(LoanSummary, { description: 'Newest first.' }),
});
export type FoundCustomer = Static<typeof FoundCustomer>;

const Found = object({
  by: Type.Enum([...searchKinds], { description: 'How the search text was interpreted.' }),
  customers: Type.Array(FoundCustomer),
  more: Type.Boolean({ description: 'More customers match. Enter more of the name.' }),
});
export type Found = Static<typeof Found>;

const Device = object({
  id: Type.String({ description: 'The beginning of its digest, to tell devices apart.' }),
  firstUsedAt: Instant,
  lastUsedAt: Instant,
  otherCustomers: Type.Integer({ description: 'How many other customers logged in from it.' }),
});

const Payment = object({
  id: Type.String(),
  loanId: Type.String(),
  orderNumber: Type.String(),
  kind: Type.Enum([...repaymentKinds]),
  state: Type.Enum([...repaymentStates]),
  amountCents: Type.Integer({ description: 'Amount requested.' }),
  paidCents: Type.Optional(Type.Integer({ description: 'Amount received.' })),
  at: Instant,
});

const CustomerPage = object({
  ...FoundCustomer.properties,
  language: Type.String(),
  registeredAt: Instant,
  isDeleted: Type.Boolean(),
  failedCodes: Type.Integer({ description: 'Wrong codes that count against the number.' }),
  payments: Type.Array(Payment, { description: 'Requested and received payments, newest first.' }),
  work: Type.Array(WorkItem, { description: 'Open work items, most urgent first.' }),
  notes: Type.Array(Note, { description: 'Notes on all work about her, newest first.' }),
  account: Type.Optional(Type.String({ description: 'The account that payouts go to, masked.' })),
  accountCorrection: Type.Enum([...accountCorrectionStates], { description: 'Whether staff can ask her for another account now.' }),
  coupons: Type.Array(object({ ...Coupon.properties, title: Type.String() })),
  messages: Type.Array(Message, { description: "Notices in the customer's language, newest first." }),
  documents: Type.Array(AcceptedDocument),
  devices: Type.Array(Device),
  sessions: Type.Array(object({ startedAt: Instant, lastSeenAt: Instant }), { description: 'Open sessions.' }),
  deletion: Type.Optional(DeletionRequest),
});
export type CustomerPage = Static<typeof CustomerPage>;

const action = { customerId: Id, reason: Reason };

export const customerOperations = operationsOf({
  /** POST, because proxies would log a phone number in a URL. The search is audited. */
  'staff.find': {
    route: 'POST /api/staff/searches',
    about: 'customers',
    input: object({
      text: Type.String({
        minLength: 2,
        maxLength: 60,
        description: 'Number of an application (A-…) or a loan (HK-…), a phone number, or the beginning of a name.',
      }),
    }),
    output: Found,
  },
  'staff.customer': {
    route: 'GET /api/staff/customers/:customerId',
    about: 'customers',
    input: object({ customerId: Id }),
    output: CustomerPage,
  },
  'staff.endCustomerSessions': {
    route: 'POST /api/staff/customers/:customerId/sessions/end',
    about: 'customers',
    input: object(action),
    output: object({ ended: Type.Integer() }),
  },
  'staff.changeCustomerLanguage': {
    route: 'PUT /api/staff/customers/:customerId/language',
    about: 'customers',
    input: object({ ...action, language: Language }),
    output: object({ language: Type.String() }),
  },
  'staff.unlockCustomer': {
    route: 'POST /api/staff/customers/:customerId/unlock',
    about: 'customers',
    input: object(action),
    output: object({ found: Type.Boolean({ description: 'False if nothing was locked.' }) }),
  },
  /** Works even after the borrower used a voucher and may no longer turn Easy Re-loan off. */
  'staff.endEasyReloan': {
    route: 'POST /api/staff/customers/:customerId/easy-reloan/end',
    about: 'customers',
    input: object({ customerId: Id, reason: Reason }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
