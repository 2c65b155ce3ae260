import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { evaluator } from '../../../../engine/conditions/evaluate.ts';
import { readsOf } from '../../../../engine/conditions/reads.ts';
import { scopeOfFields } from '../../../../engine/conditions/scope.ts';
import type { ConditionContext } from '../../../../engine/conditions/list.ts';
import { judge } from '../../../../engine/form/context.ts';
import type { Context, Expression } from '../../../../engine/form/types.ts';
import type { ConditionReach } from '../../../contract/staff/studioGraph.ts';
import { audit } from '../../audit/audit.ts';
import { countUnder, hourSeconds } from '../../auth/counters.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { mainApplication } from '../../project.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import type { PastDecision } from '../../product.ts';
import { questionOf } from '../problems.ts';

/** Most past applications that are asked. */
const mostApplications = 1000;
const pageSize = 100;
const perHour = 30;
/** Nothing is said about groups below this. */
const smallestGroup = 10;

interface Asked {
  id: string;
  file: string;
  pointer: string;
}

/**
 * For how many past applications a condition of a change would hold. Counts can be used to find out about one person, so a condition that
 * reads anything sensitive is refused, numbers are blurred, each question counts for the hour, and the audit log has it.
 */
export async function conditionReach(deps: Deps, staff: StaffSession, { id, ...at }: Asked): Promise<ConditionReach> {
  const { asked } = await questionOf(deps, id);
  if (asked.application !== mainApplication || !deps.product.pastDecisions) fail('notFound');
  const { condition } = await deps.compilers.ask({ ...asked, at, wants: 'condition' });
  if (!condition) return fail('notFound');
  const reads = readsOf(condition.source, condition);
  const kind = refusalOf(reads);
  // Whoever may not ask uses up nothing.
  if (kind) return { state: kind, fields: [...reads.sensitive, ...reads.unknown] };
  await count(deps, staff, { id, ...at, source: condition.source });
  const { considered, holding } = await ask(deps, condition);
  return { ...blurred(considered, holding), fields: [] };
}

function refusalOf({ sensitive, unknown, answers }: ReturnType<typeof readsOf>): 'sensitive' | 'unanswerable' | undefined {
  if (sensitive.length > 0) return 'sensitive';
  return unknown.length > 0 || answers.length === 0 ? 'unanswerable' : undefined;
}

/** Counts it for the hour in one statement, and writes who asked what. Refuses with `tooFrequent`. */
async function count(deps: Deps, { id: key, actor }: StaffSession, { id, ...detail }: Asked & { source: string }): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const cap = { scope: 'conditionReach', key, cap: perHour, windowSeconds: hourSeconds } as const;
    const reached = await countUnder(tx, [cap], deps.clock.now());
    if (reached) fail('tooFrequent', { params: { seconds: reached.seconds } });
    await audit(tx, deps, { actor, action: 'change.conditionReached', subject: `change:${id}`, detail });
  });
}

async function ask(deps: Deps, condition: ConditionContext): Promise<{ considered: number; holding: string[] }> {
  const { source, fields, named } = condition;
  const expression = evaluator(source, named, scopeOfFields(fields)) as Expression<boolean>;
  const [table = ''] = Object.keys(deps.releases.active().manifest.decisionTables);
  const holding: string[] = [];
  let considered = 0;
  let before: string | undefined;
  for (let left = mostApplications; left > 0; left -= pageSize) {
    const page = await deps.product.pastDecisions?.page(deps, table, { limit: pageSize, ...(before !== undefined && { before }) });
    for (const past of page?.decisions ?? []) {
      const context = contextOf(past, condition);
      if (!context) continue;
      considered += 1;
      if (judge(expression, context, source) === 'yes') holding.push(past.subject.id);
    }
    before = page?.next;
    if (before === undefined) break;
    await setImmediate();
  }
  return { considered, holding };
}

function contextOf(
  { read }: PastDecision,
  { form, constants, features }: Pick<ConditionContext, 'form' | 'constants' | 'features'>,
): Context | undefined {
  if (!read) return undefined;
  const own = form === undefined ? {} : { self: read.answers[form] ?? {}, form: read.answers[form] ?? {} };
  return { ...read.answers, ...own, ...read.given, constants, features };
}

/**
 * Says tens. What is added before depends on who they are: the same people give the same number however somebody asks, and one person more
 * or less gives another number that tells nothing about them.
 */
export function blurred(considered: number, holding: readonly string[]): Pick<ConditionReach, 'state' | 'considered' | 'holds'> {
  const of = tens(considered);
  const [rest, held] = [considered - holding.length, holding.length];
  if (considered < smallestGroup) return { state: 'tooFew' };
  if (held < smallestGroup) return { state: 'few', considered: of };
  if (rest < smallestGroup) return { state: 'nearlyAll', considered: of };
  const [byte = 0] = createHash('sha256')
    .update(JSON.stringify([considered, ...holding.toSorted()]))
    .digest();
  const moved = held + ((byte % smallestGroup) - smallestGroup / 2);
  return { state: 'counted', considered: of, holds: Math.min(of, Math.max(smallestGroup, tens(moved))) };
}

const tens = (number: number): number => Math.round(number / smallestGroup) * smallestGroup;
