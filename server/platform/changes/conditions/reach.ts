import { setImmediate } from 'node:timers/promises';
import { evaluator } from '../../../../engine/conditions/evaluate.ts';
import type { ConditionContext } from '../../../../engine/conditions/list.ts';
import { isFreeText, type Reads, readsOf } from '../../../../engine/conditions/reads.ts';
import { scopeOfFields } from '../../../../engine/conditions/scope.ts';
import type { Field } from '../../../../engine/conditions/vocabulary.ts';
import { valueAt } from '../../../../engine/config/valueAt.ts';
import { canonical } from '../../../../engine/expression/index.ts';
import { judge } from '../../../../engine/form/context.ts';
import { stableJson } from '../../../../engine/form/hash.ts';
import type { Context, Expression } from '../../../../engine/form/types.ts';
import type { ConditionReach } from '../../../contract/staff/studioGraph.ts';
import { audit } from '../../audit/audit.ts';
import { hourSeconds } from '../../time.ts';
import { takeIn } from '../../limits/caps.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { mainApplication } from '../../project.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import type { PastDecision } from '../../product.ts';
import { filesOf } from '../files.ts';
import { questionOf } from '../problems.ts';
import { activeHash, sourcesOf } from '../releases.ts';
import { keyedNumber, sampleFor } from '../sampled.ts';

/** Maximum number of past applications to evaluate. */
const mostApplications = 1000;
const pageSize = 100;
const perHour = 30;
/** Smaller groups are not reported. */
const smallestGroup = 10;

interface Asked {
  id: string;
  file: string;
  pointer: string;
}

/**
 * How many past applications a condition of a change would hold for. Such counts could reveal something about one person. So a condition on
 * anything sensitive or on free text is refused, only a sample is evaluated, numbers are blurred, each query counts against an hourly
 * limit, and the audit log records it. The evaluation runs in the server process, so a change with errors is refused: the compiler finds
 * conditions that never end.
 */
export async function conditionReach(deps: Deps, staff: StaffSession, { id, ...at }: Asked): Promise<ConditionReach> {
  const { revision, asked } = await questionOf(deps, id);
  if (asked.application !== mainApplication || !deps.product.pastDecisions) fail('notFound');
  const { condition } = await deps.compilers.ask({ ...asked, at, wants: 'condition' });
  // The place may allow a condition without having one.
  if (!condition?.source) return fail('notFound');
  const { diagnostics } = await deps.compilers.ask({ ...asked, wants: 'problems' });
  if (diagnostics.some(({ severity }) => severity === 'error')) return fail('changeHasErrors');
  await count(deps, staff, { id, ...at, revision, source: condition.source });
  const { reads, state, fields } = await refusalOf(deps, asked.before.hash, condition);
  if (state) return { state, fields };
  const question = questionText(condition, reads);
  const { considered, holding } = await ask(deps, condition, sampleFor(deps.settings.keyring, question));
  const byte = keyedNumber(deps.settings.keyring, question, JSON.stringify([considered, ...holding.toSorted()]));
  return { ...blurred(considered, holding.length, byte % smallestGroup), fields: [] };
}

/** Everything that the answer depends on, so that any modification draws a new sample of people. */
const questionText = ({ source, form, constants, features }: ConditionContext, { named, settings }: Reads): string =>
  stableJson([
    canonical(source),
    form ?? '',
    Object.entries(named).map(([name, text]) => [name, canonical(text)]),
    settings.map((path) => [path, valueAt({ constants, features }, path.split('.'))]),
  ]);

interface Refusal {
  reads: Reads;
  state?: 'sensitive' | 'unanswerable';
  fields: string[];
}

/**
 * Returns the paths that the condition must not read. Sensitivity comes from the change, its base and the active release, so that nobody
 * can remove the mark first. Answers that the active release does not collect, or collects with another type, are refused too.
 */
async function refusalOf(deps: Deps, base: string, condition: ConditionContext): Promise<Refusal> {
  const reads = readsOf(condition.source, condition);
  const [active, before] = await Promise.all([
    activeHash(deps, mainApplication).then((hash) => answersOf(deps, hash)),
    answersOf(deps, base),
  ]);
  const own = new Map(condition.fields.map((field) => [field.path, field]));
  const [hidden, unknown] = [[...reads.sensitive, ...reads.texts], [...reads.unknown]];
  for (const path of reads.answers) {
    const name = nameOf(path, condition.form);
    const known = active.get(name);
    const all = [known, before.get(name)].filter((field) => field !== undefined);
    if (all.some((field) => field.isSensitive || isFreeText(field))) hidden.push(path);
    else if (!known || known.kind !== own.get(path)?.kind) unknown.push(path);
  }
  const state = hidden.length > 0 ? 'sensitive' : unknown.length > 0 || reads.answers.length === 0 ? 'unanswerable' : undefined;
  return { reads, ...(state && { state }), fields: [...hidden, ...unknown] };
}

/** A path that begins with its form. Inside an answer, `self` is only a part of it, which has no such path. */
function nameOf(path: string, form: string | undefined): string {
  const [root, ...rest] = path.split('.');
  return root === 'self' || root === 'form' ? [form ?? '', ...rest].join('.') : path;
}

/** The answers of a stored release, by path. */
async function answersOf(deps: Deps, hash: string): Promise<ReadonlyMap<string, Field>> {
  const files = filesOf(await sourcesOf(deps, hash));
  const question = { change: `the release ${hash}`, version: hash, application: mainApplication, edits: [], before: { files, hash } };
  const { fields } = await deps.compilers.ask({ ...question, wants: 'answers' });
  return new Map(fields.map((field) => [field.path, field]));
}

/** Counts the query against the hourly limit in one statement, and audits it. Refuses with `tooFrequent`. */
async function count(
  deps: Deps,
  { id: key, actor }: StaffSession,
  { id, ...detail }: Asked & { revision: number; source: string },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const cap = { scope: 'conditionReach', key, cap: perHour, windowSeconds: hourSeconds } as const;
    await takeIn(tx, [cap], deps.clock.now());
    await audit(tx, deps, { actor, action: 'change.conditionReached', subject: `change:${id}`, detail });
  });
}

async function ask(
  deps: Deps,
  condition: ConditionContext,
  isAsked: (person: string) => boolean,
): Promise<{ considered: number; holding: string[] }> {
  const { source, fields, named } = condition;
  const expression = evaluator(source, named, scopeOfFields(fields)) as Expression<boolean>;
  const [table = ''] = Object.keys(deps.releases.active().manifest.decisionTables);
  const holding: string[] = [];
  let considered = 0;
  let before: string | undefined;
  for (let left = mostApplications; left > 0; left -= pageSize) {
    const page = await deps.product.pastDecisions?.page(deps, table, { limit: pageSize, ...(before !== undefined && { before }) });
    for (const past of page?.decisions ?? []) {
      const context = isAsked(past.person) ? contextOf(past, condition) : undefined;
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
 * Rounds to tens after shifting the number by a few. The shift depends on the set of people, so adding or removing one person changes it,
 * and the difference reveals nothing about that person. The threshold for the smallest reported group shifts as well.
 *
 * @param move 0 to 9
 */
export function blurred(considered: number, held: number, move: number): Pick<ConditionReach, 'state' | 'considered' | 'holds'> {
  const of = tens(considered);
  const smallest = smallestGroup + move;
  if (considered < smallestGroup) return { state: 'tooFew' };
  if (held < smallest) return { state: 'few', considered: of };
  if (considered - held < smallest) return { state: 'nearlyAll', considered: of };
  const moved = held + (move - smallestGroup / 2);
  return { state: 'counted', considered: of, holds: Math.min(of, Math.max(smallestGroup, tens(moved))) };
}

const tens = (number: number): number => Math.round(number / smallestGroup) * smallestGroup;
