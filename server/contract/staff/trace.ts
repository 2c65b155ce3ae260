import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, type WrittenStaffOperation } from './operation.ts';

const TracedRow = object({
  name: Type.String({ description: 'Its id; without one, its position, counted from 1.' }),
  when: Type.Optional(Type.String({ description: 'The condition; absent in the last row, which always holds.' })),
  held: Type.Enum(['yes', 'no', 'broken']),
  decides: Type.Boolean({ description: 'The first row that holds.' }),
  decision: Type.String(),
  reason: Type.Optional(Type.String({ description: 'In words.' })),
  limitCents: Type.Optional(Type.Integer()),
  retryAfterDays: Type.Optional(Type.Integer()),
});

/** A decision table of one release with the answers of one application. */
const TracedTable = object({ release: Type.String(), day: Type.String(), rows: Type.Array(TracedRow) });
export type TracedTable = Static<typeof TracedTable>;

const DecisionTrace = object({
  row: Type.Optional(Type.String({ description: 'Name of the row that decided then; absent if no table has decided.' })),
  facts: Type.Array(object({ id: Type.String(), value: Type.String() })),
  factsKept: Type.Boolean({ description: 'Whether the facts of that day are known.' }),
  original: TracedTable,
  current: Type.Optional(TracedTable),
});
export type DecisionTrace = Static<typeof DecisionTrace>;

export const traceOperations = operationsOf({
  'staff.decisionTrace': {
    route: 'GET /api/staff/applications/:id/decision-trace',
    about: 'customers',
    input: object({ id: Id }),
    output: DecisionTrace,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
