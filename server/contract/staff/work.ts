import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { desk, Id, Instant, none, type WrittenStaffOperation } from './operation.ts';

const Who = object({ id: Type.String(), name: Type.String(), isMe: Type.Boolean() });

export const WorkItem = object({
  id: Type.String(),
  kind: Type.String({ description: 'A code of the enum workKind.' }),
  subject: Type.String({ description: 'Id of what the work is about, e.g. of the application.' }),
  customerId: Type.Optional(Type.String()),
  number: Type.String({ description: 'Reference number that people quote.' }),
  openedAt: Instant,
  dueAt: Instant,
  overdue: Type.Boolean(),
  claim: Type.Optional(object({ ...Who.properties, until: Instant }, { description: 'Who works on it now.' })),
  assigned: Type.Optional(Who),
  closedAt: Type.Optional(Instant),
});
export type WorkItem = Static<typeof WorkItem>;

const Code = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' });
const queue = Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$', description: 'Id of a queue in flows/queues.json of the desk.' });

export const workSorts = ['dueAt', '-dueAt', 'openedAt', '-openedAt'] as const;

/** The work that waits for staff. The configured roles of a queue say who sees its items and acts on them. */
export const workOperations = operationsOf({
  'staff.queues': {
    route: 'GET /api/staff/queues',
    roles: desk,
    input: none,
    output: object({
      queues: Type.Array(
        object({
          id: Type.String({ description: 'A code of the enum workQueue.' }),
          open: Type.Integer({ description: 'Open items, without those that are snoozed.' }),
          overdue: Type.Integer(),
        }),
      ),
    }),
  },
  'staff.work': {
    route: 'GET /api/staff/work',
    roles: desk,
    input: object({
      queue,
      kind: Type.Optional(Code),
      who: Type.Optional(
        Type.Enum(['mine', 'free'], { description: 'mine: claimed by me or assigned to me. free: anybody may claim it.' }),
      ),
      sort: Type.Optional(Type.Enum([...workSorts], { description: 'Without it, the order of the queue.' })),
      page: Type.Optional(
        Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]+$', description: 'Cursor: `next` or `previous` of another page.' }),
      ),
    }),
    output: object({
      items: Type.Array(WorkItem),
      sort: Type.Enum([...workSorts]),
      next: Type.Optional(Type.String({ description: 'Cursor of the next page.' })),
      previous: Type.Optional(Type.String({ description: 'Cursor of the previous page.' })),
    }),
  },
  'staff.workItem': { route: 'GET /api/staff/work/:id', roles: desk, input: object({ id: Id }), output: object({ item: WorkItem }) },
  /** The open work about a subject, for the page of the subject. */
  'staff.workOn': {
    route: 'GET /api/staff/work-on/:subject',
    roles: desk,
    input: object({ subject: Id }),
    output: object({ item: Type.Optional(WorkItem) }),
  },
  /** Claims the first item of a queue that is free. Two people never get the same one. Fails with `nothingWaits`. */
  'staff.nextWork': {
    route: 'POST /api/staff/queues/:queue/next',
    roles: desk,
    input: object({ queue, except: Type.Optional(Id) }),
    output: object({ item: WorkItem }),
  },
  /** Claims an item or extends the claim. Fails with `claimed` while somebody else has it. */
  'staff.claimWork': { route: 'PUT /api/staff/work/:id/claim', roles: desk, input: object({ id: Id }), output: object({ item: WorkItem }) },
  'staff.releaseWork': { route: 'DELETE /api/staff/work/:id/claim', roles: desk, input: object({ id: Id }), output: none },
} as const satisfies Record<string, WrittenStaffOperation>);

export type ListedWork = Static<(typeof workOperations)['staff.work']['input']>;
