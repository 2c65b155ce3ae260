import type { TextValues } from '../../../platform/texts.ts';
import type { EffectInput, LifeCycleEffect } from '../../../platform/lifeCycles/machines.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { applyReward, mayTurnOff, vouchersOf, runKey, type Rewarded } from './rewards.ts';
import { hasLoanToFollow } from './runs.ts';
import type { EasyReloanRecord } from './table.ts';

type EasyReloanEffect = LifeCycleEffect<EasyReloanRecord>;
type Input = EffectInput<EasyReloanRecord>;

const runIdOf = ({ event }: Input): string => (typeof event['runId'] === 'string' ? event['runId'] : '');

const rewards = (
  name: string,
  on: string,
  description: string,
  event: Rewarded['event'],
  fails: readonly string[] = [],
): EasyReloanEffect => ({
  name,
  description,
  events: [on],
  fails,
  run: (input) =>
    applyReward(input.tx, input.deps, input.subject, {
      event,
      wasOn: event !== 'on',
      runId: runIdOf(input),
      earnsNothing: input.event['earnsNothing'] === true,
    }),
});

/** Sends an SMS to the borrower, once for each event. Text: `server.sms.easyReloan.<text>`. */
const smsEffect = (
  name: string,
  events: readonly string[],
  textOf: string | ((input: Input) => Promise<string>),
  description: string,
  valuesOf: (input: Input) => Promise<TextValues> = async () => ({}),
): EasyReloanEffect => ({
  name,
  description,
  events,
  async run(input) {
    const { tx, deps, subject } = input;
    const text = typeof textOf === 'string' ? textOf : await textOf(input);
    const key = `easyReloan:${subject.customer_id}:${text}:${runIdOf(input)}:${subject.updated_at.getTime()}`;
    await notify(tx, deps, subject.customer_id, `easyReloan.${text}`, await valuesOf(input), { key });
  },
});

/** The SMS mentions a next loan only if there is a first one, and turning off only if that is allowed. */
async function turnedOnText({ tx, subject: { customer_id: customerId, mode } }: Input): Promise<string> {
  if (!mayTurnOff(await vouchersOf(tx, customerId))) return 'onFixed';
  return mode === 'automatic' && !(await hasLoanToFollow(tx, customerId)) ? 'onFirst' : 'on';
}

async function amountOf({ tx, subject: { consent_id: id } }: Input): Promise<TextValues> {
  if (id === null) return {};
  const { principal_cents: amountCents } = await tx
    .selectFrom('standing_consents')
    .select('principal_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { amountCents };
}

/** The voucher given for a successful loan, if any. */
async function rewardOf(input: Input): Promise<TextValues | undefined> {
  const vouchers = await vouchersOf(input.tx, input.subject.customer_id);
  const given = vouchers.find(({ grant_key: key }) => key === runKey(runIdOf(input)));
  return given && { amountCents: given.amount_cents };
}

const rewardSms = smsEffect(
  'tellReward',
  ['succeeded'],
  'reward',
  'Notifies the borrower of the voucher that the next loan of the streak has earned.',
  async (input) => (await rewardOf(input)) ?? {},
);

/** Effects of Easy Re-loan's transitions, by their names in flows/lifecycles/easyReloan.lifecycle.json. */
export const easyReloanEffects: readonly LifeCycleEffect<EasyReloanRecord>[] = [
  rewards('rewardTurnedOn', 'turnedOn', 'Grants the voucher of the first activation, provisionally (L10).', 'on'),
  rewards(
    'rewardTurnedOff',
    'turnedOff',
    'Revokes the activation voucher before the first success and ends the streak. Refuses once a voucher is used (L09).',
    'off',
    ['easyReloanVoucherUsed', 'repaymentInProgress'],
  ),
  rewards('rewardEnded', 'ended', 'Like `rewardTurnedOff`, when customer service turns it off. A used voucher does not refuse.', 'ended'),
  rewards(
    'rewardSucceeded',
    'succeeded',
    'Grants the voucher of the next success in the streak (L11), if the preceding loan ran long enough.',
    'success',
  ),
  rewards('rewardFailed', 'failed', 'Ends the streak of successes.', 'failure'),
  rewards('rewardUndone', 'undone', 'Revokes the reward of a success whose loan was cancelled, and ends the streak.', 'undone'),
  smsEffect('tellTurnedOn', ['turnedOn'], turnedOnText, 'Notifies the borrower that it is on, and how to turn it off.', amountOf),
  smsEffect('tellChanged', ['changed'], 'changed', 'Notifies the borrower that the plan has changed.', amountOf),
  smsEffect('tellTurnedOff', ['turnedOff', 'ended'], 'off', 'Notifies the borrower that it is off.'),
  { ...rewardSms, run: async (input) => ((await rewardOf(input)) ? rewardSms.run(input) : undefined) },
  smsEffect('tellFailed', ['failed'], 'failed', 'Notifies the borrower that a loan was not sent. The app shows the reason.'),
  smsEffect('tellPaused', ['paused'], 'paused', 'Notifies the borrower that it is paused until they agree to new terms.'),
];
