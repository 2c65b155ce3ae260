import type { TextValues } from '../../../platform/texts.ts';
import type { EffectInput, LifeCycleEffect } from '../../../platform/lifeCycles/machines.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { applyReward, mayTurnOff, vouchersOf, runKey, type Rewarded } from './rewards.ts';
import { hasLoanToFollow } from './runs.ts';
import type { EasyReloanRecord } from './table.ts';

type EasyReloanEffect = LifeCycleEffect<EasyReloanRecord>;
type Input = EffectInput<EasyReloanRecord>;

const runIdOf = ({ event }: Input): string => (typeof event['runId'] === 'string' ? event['runId'] : '');

const rewards = (name: string, description: string, event: Rewarded['event'], fails: readonly string[] = []): EasyReloanEffect => ({
  name,
  description,
  fails,
  run: (input) =>
    applyReward(input.tx, input.deps, input.subject, {
      event,
      wasOn: event !== 'on',
      runId: runIdOf(input),
      earnsNothing: input.event['earnsNothing'] === true,
    }),
});

/** Tells the borrower by SMS, once for each event. Words: `server.sms.easyReloan.<text>`. */
const tell = (
  name: string,
  told: string | ((input: Input) => Promise<string>),
  description: string,
  valuesOf: (input: Input) => Promise<TextValues> = async () => ({}),
): EasyReloanEffect => ({
  name,
  description,
  async run(input) {
    const { tx, deps, subject } = input;
    const text = typeof told === 'string' ? told : await told(input);
    const key = `easyReloan:${subject.customer_id}:${text}:${runIdOf(input)}:${subject.updated_at.getTime()}`;
    await notify(tx, deps, subject.customer_id, `easyReloan.${text}`, await valuesOf(input), { key });
  },
});

/** That loans follow one another is true only once there is a first one; that it can be turned off, only where it is not refused. */
async function turnedOnText({ tx, subject: { customer_id: customerId, mode } }: Input): Promise<string> {
  if (!mayTurnOff(await vouchersOf(tx, customerId))) return 'onFixed';
  return mode === 'automatic' && !(await hasLoanToFollow(tx, customerId)) ? 'onFirst' : 'on';
}

/** Of each loan that was agreed to. */
async function amountOf({ tx, subject: { consent_id: id } }: Input): Promise<TextValues> {
  if (id === null) return {};
  const { principal_cents: amountCents } = await tx
    .selectFrom('standing_consents')
    .select('principal_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { amountCents };
}

/** The voucher that a success gave, if any. */
async function rewardOf(input: Input): Promise<TextValues | undefined> {
  const vouchers = await vouchersOf(input.tx, input.subject.customer_id);
  const given = vouchers.find(({ grant_key: key }) => key === runKey(runIdOf(input)));
  return given && { amountCents: given.amount_cents };
}

const tellReward = tell(
  'tellReward',
  'reward',
  'Tells the borrower which voucher the next loan in a row has earned.',
  async (input) => (await rewardOf(input)) ?? {},
);

/** What transitions of Easy Re-loan may do, by the names in flows/lifecycles/easyReloan.lifecycle.json. */
export const easyReloanEffects: readonly LifeCycleEffect<EasyReloanRecord>[] = [
  rewards('rewardTurnedOn', 'Gives the voucher of the first activation ever, for the time being (L10).', 'on'),
  rewards(
    'rewardTurnedOff',
    'Takes the voucher of the activation back before the first success, and ends the row. Refuses once a voucher was used (L09).',
    'off',
    ['easyReloanVoucherUsed', 'repaymentInProgress'],
  ),
  rewards('rewardEnded', 'The same when customer service turns it off: a voucher that was used is no reason to refuse.', 'ended'),
  rewards('rewardSucceeded', 'Gives the voucher of the next success in a row (L11), if the loan before it ran long enough.', 'success'),
  rewards('rewardFailed', 'Ends the row of successes.', 'failure'),
  rewards('rewardUndone', 'Takes back what a success gave whose loan was cancelled, and ends the row.', 'undone'),
  tell('tellTurnedOn', turnedOnText, 'Tells the borrower that it is on, and how to turn it off.', amountOf),
  tell('tellChanged', 'changed', 'Tells the borrower that it was changed.', amountOf),
  tell('tellTurnedOff', 'off', 'Tells the borrower that it is off.'),
  { ...tellReward, run: async (input) => ((await rewardOf(input)) ? tellReward.run(input) : undefined) },
  tell('tellFailed', 'failed', 'Tells the borrower that a loan of it was not sent; the app says why.'),
  tell('tellPaused', 'paused', 'Tells the borrower that it rests until new terms are agreed to.'),
];
