import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Day } from '../units.ts';
import { asOf, count, days } from './figure.ts';
import { none, type WrittenStaffOperation } from './operation.ts';

const period = object({ days });
const hours = (description: string) => Type.Optional(Type.Number({ description }));
const times = {
  decided: count('Decisions of people, send-backs included.'),
  halfHours: hours('Median time from the referral to the decision (p50).'),
  mostHours: hours('90th percentile (p90).'),
};

const StateFigure = object({ state: Type.String(), count: Type.Integer() });
const ReasonFigure = object({ reason: Type.String(), label: Type.String(), count: Type.Integer() });
const PayoutFigure = object({ day: Day(), paid: Type.Integer(), failed: Type.Integer() });
const FailureFigure = object({ reason: Type.String(), count: Type.Integer(), cents: Type.Integer() });
const OverdueFigure = object({
  bucket: Type.String({ description: 'Id of a bucket in flows/figures.json of the desk.' }),
  count: Type.Integer(),
  cents: Type.Integer({ description: 'What is due today.' }),
});

export const figureOperations = operationsOf({
  /** Applications sent within the period, by current state. */
  'staff.applicationFigures': {
    route: 'GET /api/staff/figures/applications',
    about: 'service',
    input: period,
    output: object({ ...asOf, sent: Type.Integer(), states: Type.Array(StateFigure) }),
  },
  /** How long people took to decide the applications referred to them. */
  'staff.decisionFigures': {
    route: 'GET /api/staff/figures/decisions',
    about: 'service',
    input: period,
    output: object({ ...asOf, ...times, byDay: Type.Array(object({ day: Day(), ...times }), { description: 'Days with a decision.' }) }),
  },
  /** Why applications were referred, most frequent first. */
  'staff.referralFigures': {
    route: 'GET /api/staff/figures/referrals',
    about: 'service',
    input: period,
    output: object({ ...asOf, reasons: Type.Array(ReasonFigure) }),
  },
  /** Finished payouts by day, and why some failed. */
  'staff.payoutFigures': {
    route: 'GET /api/staff/figures/payouts',
    about: 'service',
    input: period,
    output: object({
      ...asOf,
      paid: Type.Integer(),
      failed: Type.Integer(),
      byDay: Type.Array(PayoutFigure, { description: 'Days with a payout.' }),
      failures: Type.Array(FailureFigure),
    }),
  },
  /** Loans with an unpaid amount whose due date has passed. */
  'staff.overdueFigures': {
    route: 'GET /api/staff/figures/overdue',
    about: 'service',
    input: none,
    output: object({ ...asOf, count: Type.Integer(), cents: Type.Integer(), buckets: Type.Array(OverdueFigure) }),
  },
  /** Money received that matches no amount due. */
  'staff.suspenseFigures': {
    route: 'GET /api/staff/figures/suspense',
    about: 'service',
    input: none,
    output: object({
      ...asOf,
      count: Type.Integer({ description: 'Payments held.' }),
      cents: Type.Integer(),
      since: Type.Optional(Type.String({ description: 'When the oldest came in.' })),
    }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);

export type OverdueFigure = Static<typeof OverdueFigure>;
