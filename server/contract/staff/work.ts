import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, none, type WrittenStaffOperation } from './operation.ts';

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
  claim: Type.Optional(object({ ...Who.properties, until: Instant }, { description: 'The person who works on it now.' })),
  assigned: Type.Optional(Who),
  /** Deadline for a second person's decision on a proposal. */
  waitsUntil: Type.Optional(Instant),
  tags: Type.Array(Type.String({ description: 'Codes of the enum workTag.' })),
  snooze: Type.Optional(
    object({ ...Who.properties, until: Instant, reason: Type.String({ description: 'A code of the enum snoozeReason.' }) }),
  ),
  call: Type.Optional(
    Type.Enum(['mention', 'reminder'], { description: 'Why the item calls the caller: a note mentions them, or their snooze is over.' }),
  ),
  closedAt: Type.Optional(Instant),
});
export type WorkItem = Static<typeof WorkItem>;

export const Note = object({
  id: Type.String(),
  by: Type.String({ description: 'Name of who wrote it.' }),
  at: Instant,
  answers: Type.Record(Type.String(), Type.Unknown(), { description: 'Of the form note.' }),
});
export type WorkNote = Static<typeof Note>;

/** A filter in a URL. May be empty. */
const Filter = Type.String({ pattern: '^([A-Za-z][A-Za-z0-9]{0,39})?$', description: 'Empty for any.' });
const Code = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' });
const ids = Type.Array(Id, { minItems: 1, maxItems: 100 });
const changed = object({ changed: Type.Integer({ description: 'Number of open items that the caller may see.' }) });
const queue = Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$', description: 'Id of a queue in flows/queues.json of the desk.' });

export const workSorts = ['dueAt', '-dueAt', 'openedAt', '-openedAt'] as const;

/** Which items of a queue to list, and in which order. */
const Listed = {
  queue,
  kind: Type.Optional(Filter),
  tag: Type.Optional(Filter),
  who: Type.Optional(
    Type.Enum(['', 'mine', 'free', 'calls', 'snoozed'], {
      description:
        'mine: claimed by me or assigned to me. free: the caller may begin it now. calls: a note names me, or my snooze is over. snoozed: put off; hidden otherwise.',
    }),
  ),
  sort: Type.Optional(Type.Enum(['', ...workSorts], { description: 'Without it, the order of the queue.' })),
};

/** Work that waits for staff. The roles configured for a queue decide who sees its items and acts on them. */
export const workOperations = operationsOf({
  'staff.queues': {
    route: 'GET /api/staff/queues',
    about: 'service',
    input: none,
    output: object({
      people: Type.Array(Type.String(), { description: 'Names of the people who can be assigned work from these queues.' }),
      tags: Type.Array(Type.String(), { description: 'Codes of the enum workTag that work may have.' }),
      newTags: Type.Array(Type.String(), { description: 'Those that work can get: without the withdrawn ones.' }),
      calls: Type.Integer({ description: 'Items that want the caller: mentions and reminders.' }),
      queues: Type.Array(
        object({
          id: Type.String({ description: 'A code of the enum workQueue.' }),
          open: Type.Integer({ description: 'Open items, without those that are snoozed; at most 1,000 of a kind are counted.' }),
          overdue: Type.Integer(),
          kinds: Type.Array(Type.String()),
        }),
      ),
    }),
  },
  'staff.work': {
    route: 'GET /api/staff/work',
    about: 'customers',
    input: object({
      ...Listed,
      page: Type.Optional(
        Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]*$', description: 'Cursor: `next` or `previous` of another page.' }),
      ),
    }),
    output: object({
      items: Type.Array(WorkItem),
      sort: Type.Enum([...workSorts]),
      next: Type.Optional(Type.String({ description: 'Cursor of the next page.' })),
      previous: Type.Optional(Type.String({ description: 'Cursor of the previous page.' })),
    }),
  },
  /**
   * Exports the items as CSV, at most 10,000 rows. The header `hakbang-more` signals that there are more. The audit log records the filter.
   */
  'staff.exportWork': {
    route: 'POST /api/staff/work-exports',
    about: 'customers',
    file: 'text/csv',
    input: object(Listed),
    output: Type.String(),
  },
  'staff.workItem': {
    route: 'GET /api/staff/work/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: object({ item: WorkItem, notes: Type.Array(Note, { description: 'Newest first.' }) }),
  },
  /** Open work about a subject, for the subject's page. */
  'staff.workOn': {
    route: 'GET /api/staff/work-on/:subject',
    about: 'customers',
    input: object({ subject: Id }),
    output: object({ item: Type.Optional(WorkItem) }),
  },
  /** Claims the first free item of a queue. Two people never get the same one. Fails with `nothingWaits`. */
  'staff.nextWork': {
    route: 'POST /api/staff/queues/:queue/next',
    about: 'customers',
    input: object({ queue, except: Type.Optional(Id) }),
    output: object({ item: WorkItem }),
  },
  /** Claims an item or extends the claim. Fails with `claimed` while somebody else has it. */
  'staff.claimWork': {
    route: 'PUT /api/staff/work/:id/claim',
    about: 'customers',
    input: object({ id: Id }),
    output: object({ item: WorkItem }),
  },
  /** Snoozes the item until a time. It then returns, and the person who snoozed it finds it among their calls. */
  'staff.snoozeWork': {
    route: 'PUT /api/staff/work/:id/snooze',
    about: 'customers',
    input: object({ id: Id, hours: Type.Integer({ minimum: 1, maximum: 720 }), reason: Code }),
    output: object({ item: WorkItem }),
  },
  'staff.wakeWork': {
    route: 'DELETE /api/staff/work/:id/snooze',
    about: 'customers',
    input: object({ id: Id }),
    output: object({ item: WorkItem }),
  },
  'staff.tagWork': {
    route: 'PUT /api/staff/work-tags',
    about: 'customers',
    input: object({ ids, add: Type.Optional(Code), remove: Type.Optional(Code) }),
    output: changed,
  },
  /** Assigns items to a person whose role sees them. Without a name, unassigns them. */
  'staff.assignWork': {
    route: 'PUT /api/staff/work-assignments',
    about: 'customers',
    input: object({ ids, to: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9._-]{1,39}$', description: 'Name of the person.' })) }),
    output: changed,
  },
  /** Adds a note, the answers of the form `note`. `@name` in it mentions that person, whose role must see the item. */
  'staff.noteWork': {
    route: 'POST /api/staff/work/:id/notes',
    about: 'customers',
    input: object({ id: Id, answers: Type.Record(Type.String(), Type.Unknown()) }),
    output: object({ id: Type.String() }),
  },
  /** Dismisses a call, once the caller of this operation has seen the mention or the reminder. */
  'staff.seeWork': { route: 'PUT /api/staff/work/:id/seen', about: 'customers', input: object({ id: Id }), output: none },
  'staff.releaseWork': { route: 'DELETE /api/staff/work/:id/claim', about: 'customers', input: object({ id: Id }), output: none },
} as const satisfies Record<string, WrittenStaffOperation>);

export type ListedWork = Static<(typeof workOperations)['staff.work']['input']>;
export type ExportedWork = Static<(typeof workOperations)['staff.exportWork']['input']>;

/** Columns that an export of items can have. */
export const workColumns = [
  'number',
  'kind',
  'openedAt',
  'dueAt',
  'claimedBy',
  'assignedTo',
  'tags',
  'snoozedUntil',
  'snoozeReason',
] as const;
export type WorkColumn = (typeof workColumns)[number];
