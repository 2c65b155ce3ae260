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
    name: Type.String({ description: 'As answered; empty where the form calls it sensitive.' }),
    phone: Type.String({ description: 'Masked.' }),
    applications: Type.Array(ApplicationSummary, { description: 'Newest first.' }),
    loans: Type.Array(LoanSummary, { description: 'Newest first.' }),
  },
  closed,
);
export type FoundCustomer = Static<typeof FoundCustomer>;

const Found = Type.Object(
  {
    by: Type.Enum([...searchKinds], { description: 'What the text was taken for.' }),
    customers: Type.Array(FoundCustomer),
    more: Type.Boolean({ description: 'There are more of that name; say more of it.' }),
  },
  closed,
);
export type Found = Static<typeof Found>;

/** Who borrows: found again, and what only customer service may do for them. */
export const customerOperations = {
  /** A command, not a question: a number in an address would stand in the logs of whatever is on its way. This is audited. */
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
          description: 'Number of an application (A-…) or a loan (HK-…), a phone number, or how a name begins.',
        }),
      },
      closed,
    ),
    output: Found,
  },
  /** Also after a voucher of it was used, when the borrower may not turn it off any more. */
  'staff.endEasyReloan': {
    id: 'staff.endEasyReloan',
    method: 'POST',
    path: '/api/staff/customers/:customerId/easy-reloan/end',
    roles: ['support'],
    input: Type.Object({ customerId: Id, reason: Reason }, closed),
    output: done,
  },
} as const satisfies Record<string, StaffOperation>;
