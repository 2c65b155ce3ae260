import Type, { type Static } from 'typebox';
import { none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';

const Instant = Type.String({ description: 'ISO 8601.' });
const Cents = Type.Integer({ minimum: 0 });

const hadBefore = Type.Boolean({ description: 'This person received the reward under another account, so it is not granted again.' });

/** Rewards for the homescreen and a linked account, and which of them this borrower has. */
export const Rewards = object({
  homescreen: object({
    offered: Type.Boolean({ description: 'The feature is on.' }),
    claimed: Type.Boolean(),
    hadBefore,
    ticket: Type.Optional(
      Type.String({
        description: 'Ticket for the URL of the manifest. Absent until an application is accepted, and after the reward is granted.',
      }),
    ),
    couponCents: Cents,
    couponDays: Type.Integer({ description: 'Days for which the coupon is valid.' }),
    couponMinAmountCents: Type.Optional(Cents),
    boostCents: Cents,
  }),
  facebook: object({
    offered: Type.Boolean({ description: 'The feature is on and a provider is configured.' }),
    linked: Type.Boolean(),
    linkedAt: Type.Optional(Instant),
    boosted: Type.Boolean({ description: 'The borrower received the boost. It is granted once.' }),
    hadBefore,
    boostCents: Cents,
  }),
  maximumCents: Type.Integer({ description: 'Maximum of any limit, boosts included.' }),
});
export type Rewards = Static<typeof Rewards>;

export const HomescreenClaim = object({
  state: Type.Enum(['granted', 'already'], { description: 'Granted now or earlier. Each person receives it once.' }),
  couponCents: Cents,
  boostCents: Cents,
});
export type HomescreenClaim = Static<typeof HomescreenClaim>;

export const DeletionStatus = object({
  state: Type.Enum(['none', 'requested', 'refused'], {
    description: 'State of the newest request. A deleted account cannot call the API.',
  }),
  requestedAt: Type.Optional(Instant),
  closedAt: Type.Optional(Instant),
  reason: Type.Optional(Type.String({ description: 'Why customer service refused the request.' })),
});
export type DeletionStatus = Static<typeof DeletionStatus>;

/** Operations for rewards and the deletion of an account. Part of `operations`. */
export const serviceOperations = operationsOf({
  'rewards.get': { route: 'GET /api/rewards', input: none, output: Rewards },
  /** Claims the homescreen reward. `launch` is the token in the start URL, which only the manifest holds. */
  'rewards.homescreen': {
    route: 'POST /api/rewards/homescreen',
    repeatable: true,
    input: object({ launch: Type.Optional(Type.String({ maxLength: 80 })) }),
    output: HomescreenClaim,
  },
  'customer.deletion': { route: 'GET /api/customer/deletion', input: none, output: DeletionStatus },
  /** Requests deletion. Customer service carries it out (P04). */
  'customer.requestDeletion': { route: 'POST /api/customer/deletion', repeatable: true, input: none, output: DeletionStatus },
} as const satisfies Record<string, WrittenOperation>);
