import type { Answers } from '../../../../engine/config/definitions.ts';
import type { DecisionTable } from '../../../../engine/config/flow.ts';
import type { Settings } from '../../../../engine/config/settings.ts';
import { decide, type Decision } from '../../../../engine/flow/decide.ts';
import { answersByForm } from '../../../../engine/flow/instances.ts';
import type { Expressions } from '../../../../engine/flow/load.ts';
import type { CompiledFlow } from '../../../../engine/flow/types.ts';
import type { Context } from '../../../../engine/form/types.ts';

/** The inputs of a decision apart from its release: answers to a flow, and values from the product, such as the day. */
export interface DecisionCase {
  flow: string;
  answers: Answers;
  given: Readonly<Record<string, unknown>>;
}

/** A decision table with those parts of its release that it needs. */
export interface LoadedTable {
  table: DecisionTable;
  expressions: Expressions;
  settings: Pick<Settings, 'constants' | 'features'>;
  flow: (id: string) => CompiledFlow | undefined;
}

export function decideCase({ table, expressions, settings, flow: flowOf }: LoadedTable, { flow, answers, given }: DecisionCase): Decision {
  const { constants, features } = settings;
  const known = flowOf(flow);
  const context: Context = { ...(known ? answersByForm(known, answers) : answers), ...given, constants, features };
  return decide(table, expressions, context);
}
