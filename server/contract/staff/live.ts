import Type from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import type { WrittenStaffOperation } from './operation.ts';

/** What screens can follow. An area tells which of its changes a topic covers (`Area.topics`). */
export const topics = ['work', 'approvals', 'changes'] as const;
export type Topic = (typeof topics)[number];

/**
 * A stream of server-sent events. `changed` has a version for each topic that changed, and for every topic at first. Its data say nothing
 * else: the screen asks again for what it shows. `end` says why the server closes the stream: `leaving` or `time`, and the client may come
 * back at once; or `session`.
 */
export const liveOperations = operationsOf({
  'staff.changes': {
    route: 'GET /api/staff/changes',
    about: 'self',
    input: object({
      topics: Type.String({
        pattern: `^(${topics.join('|')})(,(${topics.join('|')}))*$`,
        maxLength: 100,
        description: 'Topics, with commas in between.',
      }),
    }),
    output: object({}, { description: 'text/event-stream' }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
