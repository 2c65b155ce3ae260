import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { done, Id, Instant, type WrittenStaffOperation } from './operation.ts';
import { filePathPattern } from './studio.ts';

const Said = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

const Reply = object({ id: Id, text: Type.String(), who: Type.String(), at: Instant });

const Comment = object({
  id: Id,
  file: Type.Optional(Type.String({ description: 'What it is about. Absent: the whole change.' })),
  pointer: Type.Optional(Type.String({ description: 'The place in the file, as a JSON pointer.' })),
  text: Type.String(),
  who: Type.String(),
  at: Instant,
  replies: Type.Array(Reply),
  isResolved: Type.Boolean(),
  resolvedBy: Type.Optional(Type.String()),
});
export type Comment = Static<typeof Comment>;

/** Discussion of a change while it is written and reviewed. A comment decides nothing, so approvals stay. */
export const commentOperations = operationsOf({
  'studio.comments': {
    route: 'GET /api/staff/studio/changes/:id/comments',
    about: 'service',
    input: object({ id: Id }),
    output: object({ comments: Type.Array(Comment, { description: 'Open ones first.' }), open: Type.Integer() }),
  },
  /** Refuses with `changeClosed`, and with `commentsFull` if the change has too many comments. */
  'studio.comment': {
    route: 'POST /api/staff/studio/changes/:id/comments',
    about: 'service',
    input: object({
      id: Id,
      text: Said,
      file: Type.Optional(Type.String({ maxLength: 200, pattern: filePathPattern.source })),
      pointer: Type.Optional(Type.String({ maxLength: 300, pattern: '^(/[^/]*)*$' })),
      answers: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the comment that it answers, at the same place.' })),
    }),
    output: object({ id: Id }),
  },
  /** Resolves a comment or opens it again. Refuses with `commentMoved` if somebody else has just done so. */
  'studio.resolveComment': {
    route: 'PUT /api/staff/studio/changes/:id/comments/:comment/resolution',
    about: 'service',
    input: object({ id: Id, comment: Id, isResolved: Type.Boolean() }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
