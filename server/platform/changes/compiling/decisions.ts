import { LRUCache } from 'lru-cache';
import { because } from '../../../../engine/compiler/cases/deciding.ts';
import type { Compiler } from '../../../../engine/compiler/compile.ts';
import { loadPart } from '../../../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../../../engine/compiler/types.ts';
import { rowName, verdicts } from '../../../../engine/flow/decide.ts';
import { type ExpressionModule, loadFlow } from '../../../../engine/flow/load.ts';
import type { Context } from '../../../../engine/form/types.ts';
import type { TriedRow } from '../../../contract/staff/studioDecisions.ts';
import { decideCase, type LoadedTable } from '../decisions/cases.ts';
import type { DecisionAsked, DecisionsFound } from './messages.ts';

/** Loaded tables of changes without errors, by change and version, because a backtest asks for the same table page by page. */
const loaded = new LRUCache<string, LoadedTable>({ max: 8 });

interface Place {
  key: string;
  compiler: Compiler;
  files: readonly SourceFile[];
}

/** Decides cases by a table of a change. `decided` is absent if the change has errors or no such table. */
export async function decisionsOf(place: Place, { table: id, cases = [], tried }: DecisionAsked): Promise<DecisionsFound> {
  const table = await tableOf(place, id);
  if (!table) return {};
  if (!tried) return { decided: cases.map((each) => decideCase(table, each)) };
  const { outcome, row } = decideCase(table, { flow: '', answers: {}, given: tried });
  return { tried: { outcome, rows: await explained(place, table, tried, row) } };
}

async function tableOf({ key, compiler, files }: Place, id: string): Promise<LoadedTable | undefined> {
  const known = loaded.get(`${key} ${id}`);
  if (known) return known;
  const { release } = await compiler.compile(files);
  const opened = release && (await open(release, id));
  if (!opened) return undefined;
  loaded.set(`${key} ${id}`, opened);
  return opened;
}

async function open({ manifest, parts }: Release, id: string): Promise<LoadedTable | undefined> {
  const found = Object.hasOwn(manifest.decisionTables, id) ? manifest.decisionTables[id] : undefined;
  if (!found) return undefined;
  const expressionsOf = async (name: string) => {
    const part = parts.get(name);
    return part ? ((await loadPart(part)) as ExpressionModule).expressions : {};
  };
  const flows = await Promise.all(
    Object.entries(manifest.flows).map(
      async ([name, { flow, expressions }]) => [name, loadFlow(flow, await expressionsOf(expressions))] as const,
    ),
  );
  const byId = new Map(flows);
  return {
    table: found.table,
    expressions: await expressionsOf(found.expressions),
    settings: manifest.settings,
    flow: (flow) => byId.get(flow),
  };
}

async function explained({ compiler, files }: Place, loadedTable: LoadedTable, given: Context, decides: unknown): Promise<TriedRow[]> {
  const { table, expressions, settings } = loadedTable;
  const context: Context = { ...given, constants: settings.constants, features: settings.features };
  const held = verdicts(table, expressions, context);
  const analysis = compiler.analyse(files);
  const entry = analysis.project.get('decisionTable', table.id);
  return Promise.all(
    table.rows.map(async ({ when }, index) => {
      const site = entry && analysis.sites(entry).expressions.find(({ source }) => source === when);
      const verdict = held[index] ?? 'no';
      const why =
        entry && site && when !== undefined && verdict === 'no'
          ? await because(when, context, analysis.scopes.at(entry, site), analysis.conditions)
          : '';
      return {
        name: String(rowName(table, index)),
        held: verdict,
        decides: rowName(table, index) === decides,
        ...(why !== '' && { because: why.replace(/^, because /, '') }),
      };
    }),
  );
}
