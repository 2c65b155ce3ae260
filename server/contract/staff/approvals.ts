import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, Reason, Row, type WrittenStaffOperation } from './operation.ts';

/** The kind of work item that a pending proposal is. */
export const approvalWork = 'approval';

const Approval = object({
  id: Type.String(),
  operation: Type.String(),
  subject: Type.String({ description: 'What it is about: `loan:<id>`.' }),
  number: Type.String({ description: 'Reference number that people quote.' }),
  customerId: Type.Optional(Type.String()),
  input: Row,
  facts: Row,
  amountCents: Type.Optional(Type.Integer()),
  reason: Type.String(),
  hash: Type.String({ description: 'Hash of the exact content. A decision names it.' }),
  requestedBy: Type.String({ description: 'Login name.' }),
  requestedAt: Instant,
  expiresAt: Instant,
  isMine: Type.Boolean({ description: 'Proposed by the caller, who cannot decide it.' }),
  mayDecide: Type.Boolean({ description: "The caller's role may decide it, and somebody else proposed it." }),
});
export type Approval = Static<typeof Approval>;

const largest = Number.MAX_SAFE_INTEGER;

/** Validated again by the operation's own schema. */
const ProposedInput = Type.Record(
  Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
  Type.Union([Type.String({ maxLength: 300 }), Type.Integer({ minimum: -largest, maximum: largest })]),
  {
    additionalProperties: false,
    maxProperties: 10,
  },
);

const Proposed = object({
  state: Type.Enum(['done', 'pending'], { description: 'done: it needed no second person and took effect.' }),
  id: Type.Optional(Type.String({ description: 'Of the approval that it waits for.' })),
});
export type Proposed = Static<typeof Proposed>;

/** Actions that take effect once a second person has approved them (flows/approvals.json of the desk). */
export const approvalOperations = operationsOf({
  /** Carries an action out at once, or holds it for a second person if the rules ask for one. */
  'staff.propose': {
    route: 'POST /api/staff/approvals',
    about: 'service',
    fresh: true,
    input: object({ operation: Type.String({ maxLength: 60 }), input: ProposedInput }),
    output: Proposed,
  },
  'staff.approvals': {
    route: 'GET /api/staff/approvals',
    about: 'service',
    input: object({
      id: Type.Optional(Type.String({ maxLength: 64, description: 'Only this one. Empty for all.' })),
      subject: Type.Optional(Type.String({ maxLength: 100 })),
      customerId: Type.Optional(Type.String({ maxLength: 64, description: 'All that concern one customer.' })),
    }),
    output: object({ approvals: Type.Array(Approval, { description: 'Pending ones, oldest first.' }) }),
  },
  'staff.decideApproval': {
    route: 'POST /api/staff/approvals/:id/decisions',
    about: 'service',
    fresh: true,
    input: object({
      id: Id,
      decision: Type.Enum(['approved', 'rejected']),
      hash: Type.String({ maxLength: 64, description: 'Of the content that the checker saw.' }),
      note: Reason,
    }),
    output: object({ state: Type.String() }),
  },
  'staff.withdrawApproval': {
    route: 'POST /api/staff/approvals/:id/withdrawal',
    about: 'service',
    input: object({ id: Id }),
    output: object({ state: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
