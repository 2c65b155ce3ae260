import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { Backtest, DecisionColumn, DecisionInput, TriedRow } from '../../../../server/contract/staff/studioDecisions.ts';
import type { FilesSession } from '../../files/session.ts';
import { useAnswer } from '../../parts/useAnswer.ts';
import type { DecisionGridOptions } from './definition.ts';

export interface Described {
  inputs: DecisionInput[];
  columns: DecisionColumn[];
}

export interface Tried {
  outcome: Record<string, unknown>;
  rows: TriedRow[];
}

/** The server's description of a table, and the calls for it. Each call rejects with a `Refusal`. */
export interface TableApi {
  tryOut: (given: { path: string; value: unknown }[]) => Promise<Tried>;
  backtest: () => Promise<Backtest>;
}

export function useTableApi(block: DecisionGridOptions, change: string, table: string): TableApi {
  const { engine } = useScope().screen;
  const call = (operation: string, input: object) => engine.call(operation, { id: change, table, ...input }) as never;
  return { tryOut: (given) => call(block.tryOut, { given }), backtest: () => call(block.backtest, {}) };
}

const nothing: Described = { inputs: [], columns: [] };

/** The server's description of a table, requested again after each check by the compiler. */
export function useDescribed(block: DecisionGridOptions, { change, problems }: FilesSession, table: string): Described {
  // Each check may be about a different table. A file with invalid JSON has no description for now.
  return (useAnswer(block.describe, { id: change, table }, { again: problems, quiet: ['notFound'] }) as Described | undefined) ?? nothing;
}
