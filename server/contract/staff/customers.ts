import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { ApplicationSummary } from './applications.ts';
import { LoanSummary } from './loans.ts';
import { desk, done, Id, Reason, type StaffOperation } from './operation.ts';

const searchKinds = ['applicationNumber', 'orderNumber', 'phone', 'name'] as const;
export type SearchKind = (typeof searchKinds)[number];

const FoundCustomer = Type.Object(
  {
    customerId: Type.String(),
    name: Type.String({ description: 'Name from the answers. Empty if the form marks it as sensitive.' }),
    phone: Type.String({ description: 'Masked.' }),
    applications: Type.Array(ApplicationSummary, { description: 'Newest first.' }),
    loans: Type.Array(LoanSummary, { description: 'Newest first.' }),
  },
  closed,
);
export type FoundCustomer = Static<typeof FoundCustomer>;

const Found = Type.Object(
  {
    by: Type.Enum([...searchKinds], { description: 'How the search text was interpreted.' }),
    customers: Type.Array(FoundCustomer),
    more: Type.Boolean({ description: 'More customers match. Enter more of the name.' }),
  },
  closed,
);
export type Found = Static<typeof Found>;

export const customerOperations = {
  /** POST, because proxies would log a phone number in a URL. The search is audited. */
  'staff.find': {
    id: 'staff.find',
    method: 'POST',
    path: '/api/staff/searches',
    roles: desk,
    input: Type.Object(
      {
        text: Type.String({
          minLength: 2,
          maxLength: 60,
          description: 'Number of an application (A-…) or a loan (HK-…), a phone number, or the beginning of a name.',
        }),
      },
      closed,
    ),
    output: Found,
  },
  /** Works even after the borrower used a voucher and may no longer turn Easy Re-loan off. */
  'staff.endEasyReloan': {
    id: 'staff.endEasyReloan',
    method: 'POST',
    path: '/api/staff/customers/:customerId/easy-reloan/end',
    roles: ['support'],
    input: Type.Object({ customerId: Id, reason: Reason }, closed),
    output: done,
  },
} as const satisfies Record<string, StaffOperation>;
