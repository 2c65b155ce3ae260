import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { done, Id, Instant, more, page, Reason, type WrittenStaffOperation } from './operation.ts';
import { Causes, Meaning } from './studio.ts';

const Policy = Type.Enum(['none', 'pin', 'restart'], {
  description: 'What to do with applications in progress that the change breaks and no migration covers. None: it breaks none.',
});
const ReleaseHash = Type.String({ pattern: '^[0-9a-f]{16}$' });
const VerdictHash = Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Of the problems and the meaning of a change.' });
const Application = Type.Optional(Type.String({ maxLength: 40, description: '`main` by default.' }));

const Figures = object({
  held: Type.Integer(),
  migrated: Type.Integer(),
  askedAgain: Type.Integer(),
  restarted: Type.Integer(),
  pinned: Type.Integer(),
  unmet: Type.Array(object({ field: Type.String(), count: Type.Integer() })),
});

const Review = object({
  who: Type.String(),
  decision: Type.Enum(['approved', 'objected', 'withdrawn', 'void']),
  note: Type.String(),
  at: Instant,
  isMine: Type.Boolean(),
});

const Request = object({
  release: ReleaseHash,
  verdict: VerdictHash,
  carryOver: Policy,
  needed: Type.Integer(),
  given: Type.Integer({ description: 'Approvals that count.' }),
  isApproved: Type.Boolean({ description: 'Enough approvals, and nobody objects.' }),
  rehearsal: Figures,
  sentBy: Type.String(),
  sentAt: Instant,
  publishAt: Type.Optional(Instant),
  scheduledBy: Type.Optional(Type.String()),
});

const ReviewState = object({
  request: Type.Optional(Request),
  reviews: Type.Array(Review),
  objections: Type.Integer(),
  /** Why scheduled publishing failed. Kept until the change is sent or scheduled again. */
  failed: Type.Optional(object({ causes: Causes, at: Instant, scheduledBy: Type.String() })),
  timeZone: Type.String({ description: 'Time zone of the application and of its schedule.' }),
  neededNow: Type.Integer({ description: 'Number of approvals that the change would need now.' }),
  maySend: Type.Boolean(),
  mayReview: Type.Boolean({
    description:
      'The caller has a reviewer role and is not an author, and the change needs an approval: before publication, or again during its rollout.',
  }),
  mayObject: Type.Boolean({ description: 'The same while an approved release is rolled out: an objection keeps it from more people.' }),
});
export type ReviewState = Static<typeof ReviewState>;

const Move = object({
  id: Type.Integer(),
  hash: ReleaseHash,
  application: Type.String(),
  kind: Type.Enum(['seed', 'publish', 'rollback']),
  by: Type.String(),
  at: Instant,
  isActive: Type.Boolean(),
  authority: Type.Optional(Type.Enum(['change', 'exempt', 'breakGlass'])),
  reason: Type.Optional(Type.String()),
  change: Type.Optional(object({ id: Type.String(), title: Type.String(), approvedBy: Type.Array(Type.String()) })),
  before: Type.Optional(ReleaseHash),
});
export type ReleaseMove = Static<typeof Move>;

const Coming = object(
  { change: Type.String(), title: Type.String(), at: Instant, by: Type.String() },
  { description: 'An approved change that is published at a time.' },
);

const RolloutStage = object({
  percent: Type.Integer(),
  hours: Type.Number({ description: 'How long it lasts at least.' }),
  state: Type.Enum(['past', 'now', 'coming']),
});

const RolloutFigure = object({
  kind: Type.Enum(['errors', 'visitorErrors', 'dropOff']),
  step: Type.Optional(Type.String({ description: 'Title of the step that people left.' })),
  before: Type.Number({ description: 'Percentage of people who met an error, or who reached the step and did not save it.' }),
  after: Type.Number(),
  of: Type.String({ description: 'People who were there, or who reached the step, under both releases.' }),
  judged: Type.Enum(['holds', 'breached', 'waits']),
});

const Rollout = object({
  id: Type.String(),
  hash: ReleaseHash,
  base: ReleaseHash,
  change: object({ id: Type.String(), title: Type.String() }),
  state: Type.Enum(['running', 'paused', 'finished', 'stopped']),
  stage: Type.Integer({ description: 'From 1.' }),
  percent: Type.Integer({ description: 'The share of the people who get the new release.' }),
  /** Absent in the last stage. */
  nextPercent: Type.Optional(Type.Integer()),
  stages: Type.Array(RolloutStage),
  byItself: Type.Boolean(),
  startedBy: Type.String(),
  startedAt: Instant,
  stageSince: Instant,
  /** When the stage has lasted for its minimum time. */
  stageUntil: Instant,
  endedAt: Type.Optional(Instant),
  /** Why it is paused. */
  causes: Causes,
  why: Type.Optional(Type.String({ description: 'Why it was stopped, as somebody said.' })),
  verdict: Type.Enum(['waits', 'holds', 'breached'], { description: 'Whether the guardrails hold. It waits for more people.' }),
  visitsBefore: Type.Integer({ description: 'People who used the old release since the stage began, each once.' }),
  visitsAfter: Type.Integer(),
  visitsNeeded: Type.Integer({ description: 'With each release, before errors are compared.' }),
  figures: Type.Array(RolloutFigure),
});
export type RolloutView = Static<typeof Rollout>;

const SeenStage = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'The stage that the caller saw. Refused with `steered` in another one.',
});
const SeenState = Type.Enum(['running', 'paused'], {
  description: 'The state that the caller saw. Refused with `steered` in another one.',
});

/** Review, approval and publishing of changes, release history and rollback. */
export const publishingOperations = operationsOf({
  'studio.reviewState': {
    route: 'GET /api/staff/studio/changes/:id/review',
    about: 'service',
    input: object({ id: Id }),
    output: ReviewState,
  },
  /** Asks for approval. Refuses a change that has errors, is stale, or breaks applications in progress without a migration or a policy. */
  'studio.send': {
    route: 'POST /api/staff/studio/changes/:id/request',
    about: 'service',
    input: object({ id: Id, carryOver: Type.Optional(Policy) }),
    output: done,
  },
  /**
   * Approves exactly the named content, or objects. An objection stands until its author withdraws it. Authors of a change may do neither.
   */
  'studio.review': {
    route: 'POST /api/staff/studio/changes/:id/reviews',
    about: 'service',
    fresh: true,
    input: object({
      id: Id,
      decision: Type.Enum(['approved', 'objected']),
      release: ReleaseHash,
      verdict: VerdictHash,
      carryOver: Policy,
      note: Reason,
    }),
    output: done,
  },
  'studio.withdrawReview': {
    route: 'DELETE /api/staff/studio/changes/:id/reviews',
    about: 'service',
    input: object({ id: Id }),
    output: done,
  },
  /** Publishes an approved change after another rehearsal. */
  'studio.publish': {
    route: 'POST /api/staff/studio/changes/:id/publication',
    about: 'service',
    fresh: true,
    input: object({ id: Id }),
    output: object({ release: ReleaseHash }),
  },
  /** Schedules an approved change. A new time replaces the earlier one. */
  'studio.schedule': {
    route: 'PUT /api/staff/studio/changes/:id/schedule',
    about: 'service',
    fresh: true,
    input: object({
      id: Id,
      at: Type.String({
        maxLength: 40,
        description: 'A time within the next 90 days (ISO 8601). Without an offset, it is one in the time zone of the application.',
      }),
    }),
    output: done,
  },
  'studio.unschedule': {
    route: 'DELETE /api/staff/studio/changes/:id/schedule',
    about: 'service',
    input: object({ id: Id }),
    output: done,
  },
  /**
   * Rolls out an approved change of the customers' application to a growing share of the people (`rollout` in flows/studio.json). Only one
   * rollout can be open at a time.
   */
  'studio.startRollout': {
    route: 'POST /api/staff/studio/changes/:id/rollout',
    about: 'service',
    fresh: true,
    input: object({ id: Id }),
    output: object({ release: ReleaseHash }),
  },
  /** The open rollout, or the last one, with its counts since the current stage began. */
  'studio.rollout': {
    route: 'GET /api/staff/studio/rollout',
    about: 'service',
    input: object({ application: Application }),
    output: object({ rollouts: Type.Array(Rollout, { description: 'At most one.' }) }),
  },
  /** Pauses a rollout, or withdraws its release from everybody, which requires a reason. */
  'studio.holdRollout': {
    route: 'POST /api/staff/studio/rollouts/:id/hold',
    about: 'service',
    input: object({ id: Id, act: Type.Enum(['pause', 'stop']), stage: SeenStage, reason: Type.Optional(Reason) }),
    output: done,
  },
  /** Advances a rollout, resumes it, or gives its release to everybody. */
  'studio.moveRollout': {
    route: 'POST /api/staff/studio/rollouts/:id/move',
    about: 'service',
    fresh: true,
    input: object({ id: Id, act: Type.Enum(['advance', 'continue', 'finish']), stage: SeenStage, state: SeenState }),
    output: done,
  },
  /** Every release that was ever active, latest first. */
  'studio.releases': {
    route: 'GET /api/staff/studio/releases',
    about: 'service',
    input: object({ application: Application, ...page }),
    output: object({ releases: Type.Array(Move), coming: Type.Array(Coming), ...more }),
  },
  /** What one release changed compared with another, in words. */
  'studio.releaseDiff': {
    route: 'GET /api/staff/studio/releases/:hash/diff',
    about: 'service',
    input: object({ hash: ReleaseHash, against: ReleaseHash, application: Application }),
    output: object({ changes: Type.Array(Meaning) }),
  },
  /** Previews what a rollback to a release would do to applications in progress. */
  'studio.previewRollback': {
    route: 'GET /api/staff/studio/releases/:hash/rollback',
    about: 'service',
    input: object({ hash: ReleaseHash, application: Application }),
    output: object({
      from: ReleaseHash,
      rehearsal: Figures,
      loosens: Type.Array(Type.String(), {
        description:
          'Rights that it would grant, and approvals that it would no longer require. If any, a second person must approve the rollback.',
      }),
    }),
  },
  /**
   * Rolls back to a release that was active before. Returns `pending` if this loosens rights and so needs a second person. Refuses with
   * `overtaken` if `from` is no longer the active release.
   */
  'studio.rollBack': {
    route: 'POST /api/staff/studio/releases/:hash/rollback',
    about: 'service',
    fresh: true,
    input: object({ hash: ReleaseHash, from: ReleaseHash, application: Application, reason: Reason }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
