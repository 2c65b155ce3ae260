import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { ApplicationSummary } from './applications.ts';
import { LoanSummary } from './loans.ts';
import { desk, done, Id, Reason, type WrittenStaffOperation } from './operation.ts';

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

export const customerOperations = operationsOf({
  /** POST, because proxies would log a phone number in a URL. The search is audited. */
  'staff.find': {
    route: 'POST /api/staff/searches',
    roles: desk,
    input: object({
      text: Type.String({
        minLength: 2,
        maxLength: 60,
        description: 'Number of an application (A-…) or a loan (HK-…), a phone number, or the beginning of a name.',
      }),
    }),
    output: Found,
  },
  /** Works even after the borrower used a voucher and may no longer turn Easy Re-loan off. */
  'staff.endEasyReloan': {
    route: 'POST /api/staff/customers/:customerId/easy-reloan/end',
    roles: ['support'],
    input: object({ customerId: Id, reason: Reason }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
