/** Rewards of Easy Re-loan (lending.md, "Coupons and Easy Re-loan"; spec §4). Amounts in centavos. */
export interface RewardPolicy {
  /** For a person's first activation. */
  activationCents: number;
  /** For consecutive successes. The last amount repeats. */
  streakCents: readonly number[];
}

export interface RewardVoucher {
  /** From 1, in the order of granting. */
  id: number;
  kind: 'activation' | 'streak';
  amountCents: number;
  /** Only the activation voucher is `provisional`, until the second success makes it `permanent`. */
  state: 'provisional' | 'permanent' | 'live' | 'used' | 'revoked';
}

export interface RewardState {
  isOn: boolean;
  /** Consecutive successes. */
  streak: number;
  successes: number;
  vouchers: RewardVoucher[];
}

/**
 * `ended`: customer service turned Easy Re-loan off, which a used voucher does not prevent. `success`: one of its loans was paid out;
 * `earnsNothing` if the loan before it was repaid too soon. `use`: the oldest usable voucher, or the one with that id, was used. `undone`:
 * the loan of a success was cancelled; `id` is the voucher it earned, if any.
 */
export type RewardEvent =
  | { type: 'on' }
  | { type: 'off' }
  | { type: 'ended' }
  | { type: 'success'; earnsNothing?: boolean }
  | { type: 'failure' }
  | { type: 'use'; id?: number }
  | { type: 'undone'; id?: number };
export type RewardRefusal = 'ALREADY_ON' | 'NOT_ON' | 'VOUCHER_USED' | 'NO_VOUCHER';

export const noRewards: RewardState = { isOn: false, streak: 0, successes: 0, vouchers: [] };

type Rewarded = RewardState | { refused: RewardRefusal };

const reactions: Record<
  RewardEvent['type'],
  (state: RewardState, policy: RewardPolicy, event: { type: string; id?: number; earnsNothing?: boolean }) => Rewarded
> = {
  on: turnOn,
  off: turnOff,
  ended: (state) => (state.isOn ? end(state) : { refused: 'NOT_ON' }),
  success: (state, policy, { earnsNothing }) =>
    state.isOn ? (earnsNothing ? { ...state, successes: state.successes + 1 } : succeed(state, policy)) : { refused: 'NOT_ON' },
  failure: (state) => (state.isOn ? { ...state, streak: 0 } : { refused: 'NOT_ON' }),
  use: (state, _, { id }) => use(state, id),
  undone: (state, _, { id }) => undo(state, id),
};

/** Returns the state after an event, or why it is refused. */
export function reward(state: RewardState, event: RewardEvent, policy: RewardPolicy): Rewarded {
  return reactions[event.type](state, policy, event);
}

/** A second activation grants no second voucher. */
function turnOn(state: RewardState, { activationCents }: RewardPolicy): Rewarded {
  if (state.isOn) return { refused: 'ALREADY_ON' };
  const isFirst = !state.vouchers.some(({ kind }) => kind === 'activation');
  const vouchers = isFirst ? added(state, { kind: 'activation', amountCents: activationCents, state: 'provisional' }) : state.vouchers;
  return { ...state, isOn: true, vouchers };
}

/** Turning off before the first success revokes the activation voucher. Refused after any voucher was used. */
function turnOff(state: RewardState): Rewarded {
  if (!state.isOn) return { refused: 'NOT_ON' };
  if (state.vouchers.some((voucher) => voucher.state === 'used')) return { refused: 'VOUCHER_USED' };
  return end(state);
}

function end(state: RewardState): RewardState {
  const vouchers = state.successes === 0 ? changed(state.vouchers, 'provisional', 'revoked') : state.vouchers;
  return { ...state, isOn: false, streak: 0, vouchers };
}

function succeed(state: RewardState, { streakCents }: RewardPolicy): RewardState {
  const amountCents = streakCents[Math.min(state.streak, streakCents.length - 1)] ?? 0;
  const successes = state.successes + 1;
  const vouchers = added(state, { kind: 'streak', amountCents, state: 'live' });
  return {
    ...state,
    streak: state.streak + 1,
    successes,
    vouchers: successes >= 2 ? changed(vouchers, 'provisional', 'permanent') : vouchers,
  };
}

function use(state: RewardState, id: number | undefined): Rewarded {
  const voucher = state.vouchers.find((each) => isUsable(each) && (id === undefined || each.id === id));
  if (!voucher) return { refused: 'NO_VOUCHER' };
  return { ...state, vouchers: state.vouchers.map((each) => (each === voucher ? { ...each, state: 'used' } : each)) };
}

/** A returned loan is no success: the streak ends, and its voucher is revoked unless it was used. */
function undo(state: RewardState, id: number | undefined): Rewarded {
  const voucher = state.vouchers.find((each) => each.id === id && each.kind === 'streak');
  if (id !== undefined && !voucher) return { refused: 'NO_VOUCHER' };
  const vouchers = state.vouchers.map((each) => (each === voucher && isUsable(each) ? { ...each, state: 'revoked' as const } : each));
  const successes = Math.max(0, state.successes - 1);
  return { ...state, streak: 0, successes, vouchers: successes < 2 ? changed(vouchers, 'permanent', 'provisional') : vouchers };
}

const isUsable = ({ state }: RewardVoucher): boolean => state !== 'used' && state !== 'revoked';

const added = ({ vouchers }: RewardState, voucher: Omit<RewardVoucher, 'id'>): RewardVoucher[] => [
  ...vouchers,
  { id: vouchers.length + 1, ...voucher },
];

const changed = (vouchers: readonly RewardVoucher[], from: RewardVoucher['state'], to: RewardVoucher['state']): RewardVoucher[] =>
  vouchers.map((voucher) => (voucher.state === from ? { ...voucher, state: to } : voucher));
