import type { Position, StepView } from '../../../engine/flow/types.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { pointer } from '../../../engine/form/pointer.ts';
import type { Session } from '../sessions/sessions.ts';
import type { CheckVerdict, FlowHooks, StepCheck } from './hooks.ts';
import type { FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export interface DueCheck {
  /** The step that declares the check. */
  step: string;
  check: StepCheck;
  /**
   * own: the check of the step being saved. again: it reruns because an answer it reads has changed. dropped: its step is skipped, or such
   * an answer changed while it is off the path.
   */
  why: 'own' | 'again' | 'dropped';
}

/** Returns the check of the step being saved or skipped, and the checks of confirmed steps that read a changed answer. */
export function checksToRun(
  rules: FlowRules,
  hooks: FlowHooks,
  saving: StepView & { skips: boolean },
  record: FlowRecord,
  { changed, path }: { changed: ReadonlySet<string>; path: Position['path'] },
): DueCheck[] {
  const { steps } = rules.release.manifest.flows[rules.flow.id]?.flow ?? { steps: [] };
  return steps.flatMap(({ id, check: name }): DueCheck[] => {
    if (name === undefined) return [];
    const check = hooks.checks[name];
    if (!check) throw new Error(`check ${name}: step ${id} uses it, but no area registers it`);
    if (id === saving.id) return [{ step: id, check, why: saving.skips ? 'dropped' : 'own' }];
    const again = Object.hasOwn(record.confirmed, id) && check.reads.some((answer) => changed.has(answer));
    if (!again) return [];
    return [{ step: id, check, why: path.some((step) => step.id === id) ? 'again' : 'dropped' }];
  });
}

/**
 * Runs checks outside any transaction, because they may call ports. The step's own check must pass. A rerun that fails sends the customer
 * back to its step. After a send-back that step is locked, so there the rerun must pass too.
 *
 * @returns the facts that hold now, and the steps to confirm again
 */
export async function runChecks(
  deps: Deps,
  due: readonly DueCheck[],
  { customerId, answers, facts }: Pick<FlowRecord, 'customerId' | 'answers' | 'facts'>,
  { locked, session }: { locked: boolean; session: Session },
): Promise<{ facts: Record<string, unknown>; unconfirmed: string[] }> {
  const holding: Record<string, unknown> = { ...facts };
  const unconfirmed: string[] = [];
  const drop = ({ facts: names }: StepCheck) => names.forEach((fact) => delete holding[fact]);
  for (const { step, check, why } of due) {
    if (why === 'dropped') {
      drop(check);
      unconfirmed.push(step);
      continue;
    }
    const verdict = await check.run({ deps, customerId, answers, session });
    if ('facts' in verdict) {
      Object.assign(holding, verdict.facts);
      continue;
    }
    if (why === 'own' || locked) refuse(verdict);
    drop(check);
    unconfirmed.push(step);
  }
  return { facts: holding, unconfirmed };
}

function refuse({ problem, field }: Extract<CheckVerdict, { problem: string }>): never {
  fail(problem, field === undefined ? {} : { problems: [{ code: problem, path: pointer(field) }] });
}
