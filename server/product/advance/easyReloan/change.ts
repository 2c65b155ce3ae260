import type { Input } from '../../../contract/operations.ts';
import type { Disclosure } from '../../../contract/disclosure.ts';
import type { EasyReloanView, AdvanceDraft } from '../../../contract/advance.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { nextMonthly } from '../../../lending/advance.ts';
import type { EasyReloan } from '../../../lending/kinds/easyReloan.ts';
import { todayOf } from '../../../platform/time.ts';
import { lockOwner } from '../../../platform/customer/lock.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { agreeInAdvance, type ConsentInput } from '../consent/agree.ts';
import { draftPlan, draftView } from '../consent/draft.ts';
import { discloseAdvance } from '../consent/offer.ts';
import type { Plan, StandingConsent } from '../consent/table.ts';
import { preloadDraft } from '../consent/text.ts';
import { lendingNow } from '../../withdrawal/products.ts';
import type { Once } from '../../../platform/sessions/command.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { Choice } from '../../withdrawal/products.ts';
import type { Viewer } from '../../../platform/customer/viewer.ts';
import { cancelWaitingRuns } from './runs.ts';
import { applyEasyReloanEvent, lockEasyReloan, offColumns } from './transitions.ts';
import { easyReloanView } from './view.ts';

type PlanChoice = Input<'easyReloan.prepare'>;

export const policyOf = ({ releases }: Pick<Deps, 'releases'>): EasyReloan => lendingOf(releases.active()).easyReloan ?? fail('featureOff');

/** What each loan would cost if it were paid out today. Stores nothing. */
export const quoteReloan = async (viewer: Viewer, choice: Choice): Promise<Disclosure> =>
  (await discloseAdvance(viewer.deps.db, viewer, choice, todayOf(viewer.deps))).disclosure;

/** Refuses a mode or a day that is not offered, with `badRequest`. */
function planOf(deps: Deps, { mode, dayOfMonth }: PlanChoice): Plan {
  const { scheduled, automatic } = policyOf(deps);
  const refuse = (path: string) => fail('badRequest', { problems: [{ code: 'enum', path }] });
  if (mode === 'automatic') return automatic.offered ? { mode } : refuse('/mode');
  if (!scheduled.offered) return refuse('/mode');
  if (dayOfMonth === undefined || dayOfMonth < scheduled.firstDay || dayOfMonth > scheduled.lastDay) return refuse('/dayOfMonth');
  return { mode, dayOfMonth, firstDay: nextMonthly(dayOfMonth, todayOf(deps)) };
}

/** Drafts a plan for the borrower's consent: the first one or a replacement. */
export async function prepareReloan(viewer: Viewer, input: PlanChoice, once: Once): Promise<AdvanceDraft> {
  const { deps } = viewer;
  const plan = planOf(deps, input);
  const { productId, amountCents, termDays } = input;
  await preloadDraft(deps, 'easyReloan');
  return once(async (tx) => {
    await draftPlan(tx, viewer, { purpose: 'easyReloan', plan }, { productId, amountCents, termDays });
    return draftView({ ...viewer, db: tx }, 'easyReloan');
  });
}

function agreedSet({ id, plan }: StandingConsent, now: Date) {
  if (plan.mode === 'day') throw new Error(`consent ${id}: not for Easy Re-loan`);
  const dayOfMonth = plan.mode === 'scheduled' ? plan.dayOfMonth : null;
  return { consent_id: id, mode: plan.mode, day_of_month: dayOfMonth, since: now, reason: null };
}

/** Turns Easy Re-loan on or replaces its plan. Refuses as `agreeInAdvance` does. */
export const agreeToReloan = (viewer: Viewer, input: ConsentInput, once: Once): Promise<EasyReloanView> =>
  agreeInAdvance(viewer, 'easyReloan', input, once, async (tx, consent) => {
    const { deps, customerId } = viewer;
    const row = await lockEasyReloan(tx, deps, customerId);
    await cancelWaitingRuns(tx, deps, customerId);
    const name = row.state === 'off' ? 'turnedOn' : 'changed';
    await applyEasyReloanEvent(tx, deps, row, { name, set: agreedSet(consent, deps.clock.now()) }, 'borrower');
    if (row.consent_id !== null)
      await tx.updateTable('standing_consents').set({ state: 'replaced' }).where('id', '=', row.consent_id).execute();
    return easyReloanView({ ...viewer, db: tx });
  });

/** Turns Easy Re-loan off. Refuses with `easyReloanVoucherUsed` (E16, L09), `repaymentInProgress`, or `conflict` if it is already off. */
export async function turnReloanOff(viewer: Viewer, once: Once): Promise<EasyReloanView> {
  const { deps, customerId } = viewer;
  // The view needs the products.
  await lendingNow(deps);
  return once(async (tx) => {
    // Waits for a running payout of the plan, so that its loan either exists or never will.
    await lockOwner(tx, customerId);
    const row = await lockEasyReloan(tx, deps, customerId);
    await applyEasyReloanEvent(tx, deps, row, { name: 'turnedOff', set: offColumns }, 'borrower');
    await cancelWaitingRuns(tx, deps, customerId);
    const view = await easyReloanView({ ...viewer, db: tx });
    await audit(tx, deps, { actor: `customer:${customerId}`, action: 'easyReloan.turnedOff', subject: `customer:${customerId}` });
    return view;
  });
}
