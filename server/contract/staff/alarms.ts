import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, more, page, Reason, Row, type WrittenStaffOperation } from './operation.ts';

const Alarm = object({
  id: Type.String(),
  kind: Type.String({ description: 'Type of event, such as `payoutLate`.' }),
  subject: Type.String({ description: 'Affected entity, as in the audit log: `loan:<id>`.' }),
  message: Type.String(),
  detail: Row,
  count: Type.Integer({ description: 'Occurrences on this day.' }),
  firstAt: Instant,
  lastAt: Instant,
});
export type Alarm = Static<typeof Alarm>;

/** Alarms hold no personal data, so every role may read them. */
export const alarmOperations = operationsOf({
  'staff.alarms': {
    route: 'GET /api/staff/alarms',
    about: 'service',
    input: object({ ...page }),
    output: object({ alarms: Type.Array(Alarm, { description: 'Unacknowledged alarms, newest first.' }), ...more }),
  },
  'staff.acknowledgeAlarm': {
    route: 'POST /api/staff/alarms/:id/acknowledgement',
    about: 'service',
    input: object({ id: Id, reason: Reason }),
    output: object({ id: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
