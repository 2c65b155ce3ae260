import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { Id, Row, type WrittenStaffOperation } from './operation.ts';

const TableId = Type.String({ maxLength: 64, pattern: '^[a-z][A-Za-z0-9]*$', description: 'Id of the decision table.' });

const DecisionInput = object({
  path: Type.String({ description: 'What the conditions read: `work.income`.' }),
  type: Type.Enum(['text', 'number', 'boolean', 'day', 'choice']),
  options: Type.Optional(Type.Array(Type.String(), { description: 'The values of a choice.' })),
});
export type DecisionInput = Static<typeof DecisionInput>;

const DecisionColumn = object({
  name: Type.String(),
  title: Type.String(),
  unit: Type.Optional(Type.String({ description: '`cents` if the value is an amount of money.' })),
  options: Type.Optional(Type.Array(Type.String(), { description: 'The values that code knows.' })),
});
export type DecisionColumn = Static<typeof DecisionColumn>;

const TriedRow = object({
  name: Type.String({ description: 'Its id; without one, its position, counted from 1.' }),
  held: Type.Enum(['yes', 'no', 'missing', 'broken'], {
    description: 'missing: it reads a value that is not given. broken: it failed with another error.',
  }),
  decides: Type.Boolean({ description: 'The first row that holds.' }),
  because: Type.Optional(Type.String({ description: 'The part of the condition that decided, if it is not the whole.' })),
});
export type TriedRow = Static<typeof TriedRow>;

const Count = Type.Integer({
  description: 'Exact for those who may read the cases. For others, of a sample of four fifths of the people, in tens, and 0 below ten.',
});

/** How many cases moved from one outcome to another. */
const Move = object({
  from: Row,
  to: Row,
  count: Count,
  examples: Type.Optional(Type.Array(object({ id: Type.String(), label: Type.String() }))),
});

const Backtest = object({
  by: Type.String({ description: 'The property of outcomes that says which decision it is.' }),
  considered: Type.Integer({ description: 'Decisions that were run again, of the latest 1,000. Like the counts.' }),
  withoutFacts: Type.Integer({
    description: 'Decisions from before facts were kept, or whose answers are gone. They are left out. Like the counts.',
  }),
  changed: Count,
  failed: Count,
  isExact: Type.Boolean(),
  matrix: Type.Array(object({ from: Type.String(), to: Type.String(), count: Count }), {
    description: 'How many cases had one decision under the active release and have another, or the same, under the change.',
  }),
  moves: Type.Array(Move, { description: 'Outcomes that change, the most frequent first. Empty for those who may not read the cases.' }),
});
export type Backtest = Static<typeof Backtest>;

/** Decision tables of a change: what they read, a trial run on one input, and a backtest on past decisions. */
export const studioDecisionOperations = operationsOf({
  'studio.decisionTable': {
    route: 'GET /api/staff/studio/changes/:id/decisions/:table',
    about: 'service',
    input: object({ id: Id, table: TableId }),
    output: object({ inputs: Type.Array(DecisionInput), columns: Type.Array(DecisionColumn) }),
  },
  /** Refuses with `changeHasErrors` while the change has errors. */
  'studio.tryDecision': {
    route: 'POST /api/staff/studio/changes/:id/decisions/:table/tries',
    about: 'service',
    input: object({
      id: Id,
      table: TableId,
      given: Type.Array(
        object({
          path: Type.String({ maxLength: 120, pattern: '^[a-z][A-Za-z0-9]*(\\.[A-Za-z0-9]+){0,6}$' }),
          value: Type.Union([Type.String({ maxLength: 300 }), Type.Number({ minimum: -1e15, maximum: 1e15 }), Type.Boolean()]),
        }),
        { maxItems: 100 },
      ),
    }),
    output: object({ outcome: Row, rows: Type.Array(TriedRow) }),
  },
  /**
   * Backtests the change's table on past decisions, next to the active table. Audited and rate limited per hour (`tooFrequent`), because
   * counts can reveal something about people. Refuses with `changeHasErrors` while the change has errors.
   */
  'studio.backtest': {
    route: 'POST /api/staff/studio/changes/:id/decisions/:table/backtests',
    about: 'customers',
    input: object({ id: Id, table: TableId }),
    output: Backtest,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
