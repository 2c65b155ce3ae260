import fc from 'fast-check';
import { collectionOrders, payoutOrders } from '../../../../server/ports/sandbox/faults.ts';

/** An event as plain data, so that a failing history can be printed as a list. `who` is a borrower's number. */
export type Command =
  | { do: 'prepare'; who: number; amountCents: number; termDays: number; withCoupon: boolean }
  | { do: 'withdraw'; who: number }
  | { do: 'repay'; who: number; kind: 'full' | 'extension'; withCoupon: boolean }
  /** Sends an acknowledged request again under its key. */
  | { do: 'sendAgain'; nth: number }
  | { do: 'refill'; who: number }
  | { do: 'cancel'; who: number }
  | { do: 'giveHeld'; nth: number }
  | { do: 'order'; provider: 'payout' | 'collection'; order: string }
  | { do: 'deliver' }
  | { do: 'jobs' }
  | { do: 'wait'; seconds: number }
  /** Moves the clock forward or back. */
  | { do: 'jump'; seconds: number }
  | { do: 'midnight'; offsetSeconds: -1 | 0 | 1 };

export const borrowerCount = 2;
/** Mostly the same borrower, so that loans progress. */
const who = fc.constantFrom(0, 0, 0, 1);
const coin = fc.boolean();
const daySeconds = 24 * 3600;

const order = {
  payout: fc.record({
    do: fc.constant('order' as const),
    provider: fc.constant('payout' as const),
    order: fc.constantFrom(...payoutOrders),
  }),
  collection: fc.record({
    do: fc.constant('order' as const),
    provider: fc.constant('collection' as const),
    order: fc.constantFrom(...collectionOrders),
  }),
};
const prepare = fc.record({
  do: fc.constant('prepare' as const),
  who,
  amountCents: fc.integer({ min: 2, max: 20 }).map((steps) => steps * 50_000),
  termDays: fc.constantFrom(14, 21, 30),
  withCoupon: coin,
});
const withdraw = fc.record({ do: fc.constant('withdraw' as const), who });
const repay = fc.record({
  do: fc.constant('repay' as const),
  who,
  kind: fc.constantFrom('full' as const, 'extension' as const),
  withCoupon: coin,
});
const pause = fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(4, 30, 300) });
const time = fc.oneof(
  fc.record({
    do: fc.constant('jump' as const),
    seconds: fc.constantFrom(1, -1, 3600, -3600, daySeconds, 7 * daySeconds, 30 * daySeconds, 90 * daySeconds),
  }),
  fc.record({ do: fc.constant('midnight' as const), offsetSeconds: fc.constantFrom(-1 as const, 0 as const, 1 as const) }),
);
const anything: fc.Arbitrary<Command> = fc.oneof(
  prepare,
  withdraw,
  repay,
  pause,
  time,
  order.payout,
  order.collection,
  fc.record({ do: fc.constant('sendAgain' as const), nth: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant('refill' as const), who }),
  fc.record({ do: fc.constant('cancel' as const), who }),
  fc.record({ do: fc.constant('giveHeld' as const), nth: fc.nat({ max: 3 }) }),
  fc.constantFrom<Command>({ do: 'deliver' }, { do: 'jobs' }),
);

/** Uses the same borrower in all commands. */
const of = (number: number, commands: readonly Command[]): Command[] =>
  commands.map((command) => ('who' in command ? { ...command, who: number } : command));
const seldom = (one: fc.Arbitrary<Command>): fc.Arbitrary<Command[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Command[]>([]) }, { weight: 2, arbitrary: one.map((command) => [command]) });

/** By chance alone hardly any borrower would repay, so most scenes follow the usual course with an occasional fault. */
const lending = fc
  .tuple(who, seldom(order.payout), prepare, seldom(time), withdraw, pause)
  .map(([number, before, ask, between, agree, after]) => of(number, [...before, ask, ...between, agree, after]));
const repaying = fc
  .tuple(who, seldom(order.collection), seldom(time), repay, seldom(fc.oneof(time, fc.constant<Command>({ do: 'deliver' }))), pause)
  .map(([number, before, when, pay, between, after]) => of(number, [...before, ...when, pay, ...between, after]));
const scene = fc.oneof(
  { weight: 3, arbitrary: lending },
  { weight: 6, arbitrary: repaying },
  { weight: 5, arbitrary: anything.map((command) => [command]) },
);

/** A history; it shrinks scene by scene. */
export const history: fc.Arbitrary<Command[]> = fc
  .tuple(lending, fc.array(scene, { minLength: 6, maxLength: 12, size: 'max' }))
  .map(([first, scenes]) => [...first, ...scenes.flat()]);
