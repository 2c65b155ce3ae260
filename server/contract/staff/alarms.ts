import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { Id, Instant, more, page, Reason, Row, staffRoles, type StaffOperation } from './operation.ts';

const Alarm = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'Type of event, such as `payoutLate`.' }),
    subject: Type.String({ description: 'Affected entity, as in the audit log: `loan:<id>`.' }),
    message: Type.String(),
    detail: Row,
    count: Type.Integer({ description: 'Occurrences on this day.' }),
    firstAt: Instant,
    lastAt: Instant,
  },
  closed,
);
export type Alarm = Static<typeof Alarm>;

/** Alarms hold no personal data, so every role may read them. */
export const alarmOperations = {
  'staff.alarms': {
    id: 'staff.alarms',
    method: 'GET',
    path: '/api/staff/alarms',
    roles: staffRoles,
    input: Type.Object({ ...page }, closed),
    output: Type.Object({ alarms: Type.Array(Alarm, { description: 'Unacknowledged alarms, newest first.' }), ...more }, closed),
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
