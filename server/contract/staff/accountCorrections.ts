import Type from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Preview } from './decisions.ts';
import { Id, type WrittenStaffOperation } from './operation.ts';

/** Reasons from flows/lending/payoutFailures.json: what is wrong with a payout account. */
export const accountFaults = ['account', 'bankDetails'] as const;
export type AccountFault = (typeof accountFaults)[number];

/** Whether staff can ask for another payout account now, and if not, why. */
export const accountCorrectionStates = ['possible', 'asked', 'onTheWay', 'openLoan', 'none'] as const;
export type AccountCorrectionState = (typeof accountCorrectionStates)[number];

const input = object({
  customerId: Id,
  fault: Type.Enum([...accountFaults], {
    description: 'The borrower reads the reason that flows/lending/payoutFailures.json gives for it.',
  }),
});

export const accountCorrectionOperations = operationsOf({
  /** Reopens the account's answers to the borrower. Stops a payout that has not been sent; its loan waits for the new account. */
  'staff.sendBackAccount': {
    route: 'POST /api/staff/customers/:customerId/account-corrections',
    about: 'customers',
    fresh: true,
    input,
    output: object({
      state: Type.String({ description: 'State of the application.' }),
      loanId: Type.Optional(Type.String({ description: 'The loan that waits for the other account.' })),
    }),
  },
  /** Previews what the borrower would read. Changes nothing. */
  'staff.previewAccountSendBack': {
    route: 'POST /api/staff/customers/:customerId/account-correction-previews',
    about: 'customers',
    input,
    output: Preview,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
