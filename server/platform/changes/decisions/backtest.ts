import { setImmediate } from 'node:timers/promises';
import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { Decision } from '../../../../engine/flow/decide.ts';
import type { Backtest } from '../../../contract/staff/studioDecisions.ts';
import { audit } from '../../audit/audit.ts';
import { hourSeconds } from '../../time.ts';
import { takeIn } from '../../limits/caps.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { mainApplication } from '../../project.ts';
import { mayCall } from '../../staff/roles.ts';
import type { StaffSession } from '../../staff/sessions.ts';
import { textHash } from '../changes.ts';
import { questionOf } from '../problems.ts';
import { sampleFor } from '../sampled.ts';
import { decideCase, type DecisionCase, type LoadedTable } from './cases.ts';
import { type Compared, counted } from './counted.ts';

/** Maximum number of past decisions to run again. */
const mostDecisions = 1000;
const pageSize = 100;
const perHour = 20;

/**
 * Runs a table of a change over past decisions with the same facts, and compares it with the active release. It decrypts one page at a time
 * and yields to other requests in between. The compile worker decides by the changed table. Staff who may not read the cases get a sample
 * of the people.
 */
export async function backtest(deps: Deps, staff: StaffSession, { id, table }: { id: string; table: string }): Promise<Backtest> {
  const { revision, sources, asked } = await questionOf(deps, id);
  const past = deps.product.pastDecisions;
  if (!past || asked.application !== mainApplication) return fail('notFound');
  const active = await activeTable(deps, table);
  const decide = async (cases: readonly DecisionCase[]): Promise<readonly Decision[]> => {
    const { decided } = await deps.compilers.ask({ ...asked, wants: 'decisions', decisions: { table, cases } });
    return decided ?? fail('changeHasErrors');
  };
  // A refused request, or one for a table with errors, does not count against the limit.
  await decide([]);
  await count(deps, staff, { id, table, revision, hash: textHash(textOf(sources.after, table)) });
  const isExact = mayCall(deps, staff.role, past.shownBy);
  const isAsked = isExact ? () => true : sampleFor(deps.settings.keyring, questionText(deps, sources.after, table));
  const found = await run({ deps, table, active, decide, isAsked });
  const by = outcomeProperty(deps, active.table);
  return { by, ...counted(found, by, { isExact }) };
}

/** Text of a table. The audit log records its hash. */
const textOf = (files: readonly SourceFile[], table: string): string | null =>
  files.find(({ path }) => path.endsWith(`/${table}.decisions.json`))?.text ?? null;

/** The decision also depends on named conditions, constants and forms, so any edit draws a new sample of people. */
const questionText = ({ releases }: Deps, files: readonly SourceFile[], table: string): string =>
  JSON.stringify([table, releases.active().hash, textHash(JSON.stringify(files.map(({ path, text }) => [path, text])))]);

interface Counted {
  id: string;
  table: string;
  revision: number;
  /** Hash of the table's text. */
  hash: string;
}

/** Counts the run against the hourly limit, and audits it. Refuses with `tooFrequent`. */
async function count(deps: Deps, { id: key, actor }: StaffSession, { id, ...detail }: Counted): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const cap = { scope: 'backtests', key, cap: perHour, windowSeconds: hourSeconds } as const;
    await takeIn(tx, [cap], deps.clock.now());
    await audit(tx, deps, { actor, action: 'change.backtested', subject: `change:${id}`, detail });
  });
}

interface Run {
  deps: Deps;
  table: string;
  active: LoadedTable;
  /** Whether a person's decisions are part of the backtest. */
  isAsked: (person: string) => boolean;
  /** Decides by the table of the change. */
  decide: (cases: readonly DecisionCase[]) => Promise<readonly Decision[]>;
}

async function run({ deps, table, active, decide, isAsked }: Run): Promise<{ compared: Compared[]; withoutFacts: number }> {
  const compared: Compared[] = [];
  let withoutFacts = 0;
  let before: string | undefined;
  for (let left = mostDecisions; left > 0; left -= pageSize) {
    const page = await deps.product.pastDecisions?.page(deps, table, { limit: pageSize, ...(before !== undefined && { before }) });
    const decisions = page?.decisions.filter(({ person }) => isAsked(person)) ?? [];
    const known = decisions.flatMap(({ subject, read }) => (read ? [{ subject, read }] : []));
    withoutFacts += decisions.length - known.length;
    const after = await decide(known.map(({ read }) => read));
    compared.push(
      ...known.map(({ subject, read }, index) => ({
        subject,
        before: outcomeOf(decideCase(active, read)),
        after: outcomeOf(after[index]),
      })),
    );
    before = page?.next;
    if (before === undefined) break;
    await setImmediate();
  }
  return { compared, withoutFacts };
}

/** Undefined if a row failed with an error. A person then handles the case, whatever the table says. */
const outcomeOf = (decision: Decision | undefined) => (decision && decision.broken.length === 0 ? decision.outcome : undefined);

/** Refuses with `notFound` if the active release has no such table. */
async function activeTable({ releases }: Deps, id: string): Promise<LoadedTable> {
  const release = releases.active();
  const { manifest } = release;
  if (!Object.hasOwn(manifest.decisionTables, id)) fail('notFound');
  const flows = new Map(await Promise.all(Object.keys(manifest.flows).map(async (flow) => [flow, await release.flow(flow)] as const)));
  return { ...(await release.decisionTable(id)), settings: manifest.settings, flow: (flow) => flows.get(flow) };
}

/** The property of an outcome that names the decision. */
function outcomeProperty({ areas }: Deps, { id, rows }: LoadedTable['table']): string {
  const known = areas.find(({ outcomes = {} }) => Object.hasOwn(outcomes, id))?.outcomes?.[id];
  return known?.by ?? Object.keys(rows.at(-1)?.outcome ?? {})[0] ?? '';
}
