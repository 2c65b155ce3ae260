import type { StepView } from '../../../engine/flow/types.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { pointer } from '../../../engine/form/pointer.ts';
import type { Session } from '../sessions/sessions.ts';
import type { CheckVerdict, FlowHooks, StepCheck } from './hooks.ts';
import type { FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export interface DueCheck {
  /** The step that names it. */
  step: string;
  check: StepCheck;
  /** It belongs to the step being saved; otherwise an answer it looked at has changed. */
  own: boolean;
}

/** The check of the step being saved, and those confirmed before whose answers this save changes. */
export function checksToRun(
  rules: FlowRules,
  hooks: FlowHooks,
  saving: StepView,
  record: FlowRecord,
  changed: ReadonlySet<string>,
): DueCheck[] {
  const { steps } = rules.release.manifest.flows[rules.flow.id]?.flow ?? { steps: [] };
  return steps.flatMap(({ id, check: name }) => {
    if (name === undefined) return [];
    const check = hooks.checks[name];
    if (!check) throw new Error(`check ${name}: named by step ${id}, not registered`);
    const own = id === saving.id;
    const again = Object.hasOwn(record.confirmed, id) && check.reads.some((answer) => changed.has(answer));
    return own || again ? [{ step: id, check, own }] : [];
  });
}

/**
 * Runs checks outside any transaction: they may call ports. The step's own check must pass. One run again because of a
 * change sends the customer back to its step; after a send-back that step is locked, so there it must pass too.
 *
 * @returns the facts that hold now, and the steps to confirm anew
 */
export async function runChecks(
  deps: Deps,
  due: readonly DueCheck[],
  { customerId, answers, facts }: FlowRecord,
  { locked, session }: { locked: boolean; session: Session },
): Promise<{ facts: Record<string, unknown>; unconfirmed: string[] }> {
  const holding: Record<string, unknown> = { ...facts };
  const unconfirmed: string[] = [];
  for (const { step, check, own } of due) {
    const verdict = await check.run({ deps, customerId, answers, session });
    if ('facts' in verdict) {
      Object.assign(holding, verdict.facts);
      continue;
    }
    if (own || locked) refuse(verdict);
    for (const fact of check.facts) delete holding[fact];
    unconfirmed.push(step);
  }
  return { facts: holding, unconfirmed };
}

function refuse({ problem, field }: Extract<CheckVerdict, { problem: string }>): never {
  fail(problem, field === undefined ? {} : { problems: [{ code: problem, path: pointer(field) }] });
}
