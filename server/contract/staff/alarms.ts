import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { Id, Instant, more, page, Reason, Row, staffRoles, type StaffOperation } from './operation.ts';

const Alarm = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'Names what happened, e.g. `payoutLate`.' }),
    subject: Type.String({ description: 'What it is about, as in the audit: `loan:<id>`.' }),
    message: Type.String(),
    detail: Row,
    count: Type.Integer({ description: 'How often on this day.' }),
    firstAt: Instant,
    lastAt: Instant,
  },
  closed,
);
export type Alarm = Static<typeof Alarm>;

/** What a person has to look at. An alarm holds no personal data, so that every role may read it. */
export const alarmOperations = {
  'staff.alarms': {
    id: 'staff.alarms',
    method: 'GET',
    path: '/api/staff/alarms',
    roles: staffRoles,
    input: Type.Object({ ...page }, closed),
    output: Type.Object({ alarms: Type.Array(Alarm, { description: 'Not acknowledged yet, newest first.' }), ...more }, closed),
  },
  'staff.acknowledgeAlarm': {
    id: 'staff.acknowledgeAlarm',
    method: 'POST',
    path: '/api/staff/alarms/:id/acknowledgement',
    roles: ['underwriter', 'support', 'admin'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: Type.Object({ id: Type.String() }, closed),
  },
} as const satisfies Record<string, StaffOperation>;
