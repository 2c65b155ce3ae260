import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { Cents, Day } from '../units.ts';
import { Id, type WrittenStaffOperation } from './operation.ts';

const TermField = object({
  pointer: Type.String({ description: 'Of the value in the file.' }),
  group: Type.String({ description: 'Title of what it belongs to. Empty: of the file itself.' }),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  unit: Type.Enum(['cents', 'ppm', 'days', 'number', 'day', 'choice', 'boolean', 'text']),
  options: Type.Optional(Type.Array(Type.String())),
  cap: Type.Optional(
    object(
      {
        ppm: Type.Integer({ description: 'Per day for a daily rate, otherwise per 30 days or of the whole loan.' }),
        source: Type.String(),
        maxPrincipalCents: Cents('Loans above it are not covered.'),
        maxTermDays: Type.Integer(),
      },
      { description: 'The most that the law allows on the day.' },
    ),
  ),
});
export type TermField = Static<typeof TermField>;

const LoanCost = object({
  serviceFeeCents: Cents(),
  creditScoreFeeCents: Cents(),
  gstCents: Cents(),
  interestCents: Cents(),
  receivedCents: Cents(),
  totalDueCents: Cents(),
  financeChargeCents: Cents('What is repaid minus what is received.'),
  effectiveRatePpm30d: Type.Integer(),
  schedule: Type.Array(object({ dueDate: Day(), principalCents: Cents(), interestCents: Cents(), totalCents: Cents() })),
});
export type LoanCost = Static<typeof LoanCost>;

const Terms = object({
  fields: Type.Array(TermField),
  loan: Type.Optional(
    object(
      {
        amountCents: Cents('The amount asked for, or the nearest that is offered.'),
        termDays: Type.Integer(),
        day: Day('Of the payout.'),
        terms: Type.Array(Type.Integer({ description: 'Terms that the changed product offers, in days.' })),
        minCents: Cents(),
        maxCents: Cents(),
        stepCents: Cents(),
        before: Type.Optional(LoanCost),
        after: Type.Optional(LoanCost),
      },
      { description: 'What a loan costs before and after the change. Absent for files that are no product.' },
    ),
  ),
});
export type Terms = Static<typeof Terms>;

/** Products and limits of a change. */
export const studioTermOperations = operationsOf({
  'studio.terms': {
    route: 'GET /api/staff/studio/changes/:id/terms',
    about: 'service',
    input: object({
      id: Id,
      path: Type.String({ maxLength: 200, pattern: '^flows/lending/([A-Za-z0-9_-]+/)?[A-Za-z0-9_-]+(\\.product)?\\.json$' }),
      amountCents: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      termDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
      day: Type.Optional(Day()),
    }),
    output: Terms,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
