import { decide, rowName, verdicts, type RowName } from '../../../engine/flow/decide.ts';
import { sql } from 'kysely';
import type { DecisionTrace, TracedTable } from '../../contract/staff/trace.ts';
import type { Deps } from '../../platform/deps.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import { decisionContext, underwritingTable, type DecisionInput } from '../application/outcome.ts';
import { openAnswers, type Opened } from './opened.ts';

/**
 * How the decision table evaluated an application: each row of the release that decided, and of the active release, with the same answers.
 * The engine's own function evaluates both. Decisions made before facts were stored are shown without them.
 */
export async function traceDecision(deps: Deps, id: string): Promise<DecisionTrace> {
  const opened = await openAnswers(deps, id);
  const decided = await lastDecision(deps, id);
  const active = deps.releases.active();
  const facts = decided?.facts ?? {};
  const input = { answers: opened.answers, facts, today: decided?.today ?? dayOf(deps, opened.row.submitted_at) };
  const release = (decided && (await deps.releases.get(decided.release))) ?? opened.release;
  return {
    ...(decided && { row: String(decided.row) }),
    facts: Object.entries(facts).map(([name, value]) => ({ id: name, value: String(value) })),
    factsKept: decided?.facts !== undefined,
    original: await traced(release, opened, input),
    ...(release.hash === active.hash ? {} : { current: await traced(active, opened, { ...input, today: todayOf(deps) }) }),
  };
}

interface LastDecision {
  release: string;
  row: RowName;
  facts?: Record<string, unknown>;
  today?: string;
}

/** The decision table's latest decision on an application. */
async function lastDecision(deps: Deps, id: string): Promise<LastDecision | undefined> {
  const event = await deps.db
    .selectFrom('application_events')
    .select('detail')
    .where('application_id', '=', id)
    .where(sql<string>`detail ->> 'table'`, '=', underwritingTable)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.detail as LastDecision | undefined;
}

async function traced(release: LoadedRelease, { row }: Opened, input: DecisionInput): Promise<TracedTable> {
  const { table, expressions } = await release.decisionTable(underwritingTable);
  const context = decisionContext(release, await release.flow(row.flow), input);
  const { rejectionReason = {}, decisionReason = {} } = await enumLabels(release, release.manifest.settings.languages.default);
  const held = verdicts(table, expressions, context);
  const { row: decides } = decide(table, expressions, context);
  return {
    release: release.hash,
    day: input.today,
    rows: table.rows.map(({ when, outcome }, index) => {
      const { decision, reason, limitCents, retryAfterDays } = outcome;
      const words = decision === 'rejected' ? rejectionReason : decisionReason;
      return {
        name: String(rowName(table, index)),
        ...(when === undefined ? {} : { when }),
        held: held[index] === 'yes' ? ('yes' as const) : held[index] === 'broken' ? ('broken' as const) : ('no' as const),
        decides: rowName(table, index) === decides,
        decision: String(decision),
        ...(typeof reason === 'string' ? { reason: words[reason] ?? decisionReason[reason] ?? reason } : {}),
        ...(typeof limitCents === 'number' ? { limitCents } : {}),
        ...(typeof retryAfterDays === 'number' ? { retryAfterDays } : {}),
      };
    }),
  };
}
