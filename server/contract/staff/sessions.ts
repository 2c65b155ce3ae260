import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, none, type WrittenStaffOperation } from './operation.ts';

const OpenSession = object({
  id: Type.String(),
  device: Type.String({ description: 'Browser and system, such as `Firefox, Windows`; empty if unknown.' }),
  since: Instant,
  lastUsed: Instant,
  isThis: Type.Boolean({ description: 'The session of this request.' }),
});
export type OpenSession = Static<typeof OpenSession>;
const sessions = object({ sessions: Type.Array(OpenSession, { description: 'Last used first.' }) });
const ended = object({ ended: Type.Integer() });

/** Open staff sessions. Everybody sees and ends their own; people managers see and end everybody's. */
export const sessionOperations = operationsOf({
  'staff.ownSessions': { route: 'GET /api/staff/own-sessions', about: 'self', input: none, output: sessions },
  'staff.endOwnSession': { route: 'DELETE /api/staff/own-sessions/:id', about: 'self', input: object({ id: Id }), output: ended },
  /** Ends all of the caller's sessions except the one that makes this request. */
  'staff.endOtherSessions': { route: 'DELETE /api/staff/own-sessions', about: 'self', input: none, output: ended },
  'staff.sessions': { route: 'GET /api/staff/people/:id/sessions', about: 'people', input: object({ id: Id }), output: sessions },
  'staff.endSession': {
    route: 'DELETE /api/staff/people/:id/sessions/:session',
    about: 'people',
    input: object({ id: Id, session: Id }),
    output: ended,
  },
  'staff.endSessions': { route: 'DELETE /api/staff/people/:id/sessions', about: 'people', input: object({ id: Id }), output: ended },
} as const satisfies Record<string, WrittenStaffOperation>);
