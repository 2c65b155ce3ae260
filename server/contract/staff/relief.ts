import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Reason, type WrittenStaffOperation } from './operation.ts';

const Cents = Type.Integer({ minimum: 0, maximum: 100_000_000_00 });
/** Amounts that a waiver gives up. A part that is absent is not waived. */
const waived = {
  penaltyCents: Type.Optional(Cents),
  lateChargeCents: Type.Optional(Cents),
  interestCents: Type.Optional(Cents),
};

const Postings = Type.Integer({ minimum: 0, maximum: 100_000, description: 'How many postings the loan has.' });

const Owed = object({
  principalCents: Type.Integer(),
  interestCents: Type.Integer(),
  lateChargeCents: Type.Integer(),
  penaltyCents: Type.Integer(),
  totalCents: Type.Integer(),
});

const ReliefPreview = object({
  before: Owed,
  after: Owed,
  amountCents: Type.Integer({ description: 'The amount that the lender waives or writes off.' }),
  postings: Postings,
  needsSecond: Type.Boolean({ description: 'It waits until a second person approves it.' }),
  language: Type.String(),
  sms: Type.Optional(Type.String({ description: 'What the borrower reads of it, in her language.' })),
});
export type ReliefPreview = Static<typeof ReliefPreview>;

/** Waivers and write-offs of what a borrower owes, within the caps of flows/desk.json. */
export const reliefOperations = operationsOf({
  /**
   * Waives charges and interest, never more than is owed today. `postings` comes from the preview, so a repeated request, or one about a
   * loan that has changed since, is refused with `reliefChanged`.
   */
  'staff.waive': {
    route: 'POST /api/staff/loans/:id/waivers',
    about: 'customers',
    fresh: true,
    input: object({ id: Id, ...waived, postings: Postings, reason: Reason }),
    output: object({ id: Type.String(), amountCents: Type.Integer(), leftCents: Type.Integer() }),
  },
  /** Writes off a long overdue loan. What was owed becomes the lender's loss. */
  'staff.writeOff': {
    route: 'POST /api/staff/loans/:id/write-off',
    about: 'customers',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: object({ id: Type.String(), amountCents: Type.Integer() }),
  },
  /** Previews what would be owed afterwards, and what the borrower would read. Changes nothing. */
  'staff.previewRelief': {
    route: 'POST /api/staff/loans/:id/relief-previews',
    about: 'customers',
    input: object({ id: Id, kind: Type.Enum(['waive', 'writeOff']), ...waived }),
    output: ReliefPreview,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
