import Type from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import type { WrittenStaffOperation } from './operation.ts';

/** Topics that screens can follow. `Area.topics` says which of an area's changes each topic covers. */
export const topics = ['work', 'approvals', 'changes'] as const;
export type Topic = (typeof topics)[number];

/**
 * A stream of server-sent events. A `changed` event holds a version for each topic that changed; the first one covers every topic. It holds
 * nothing else: the screen fetches its data again. An `end` event says why the server closes the stream: `leaving` or `time`, after which
 * the client may reconnect at once, or `session`.
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
