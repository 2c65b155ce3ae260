import Type from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Instant, type WrittenStaffOperation } from './operation.ts';

export const Code = Type.String({ pattern: '^[0-9]{6}$', description: 'Current code of the authenticator app.' });
const confirmed = object({ freshUntil: Instant });

/** Second factors of staff. */
export const factorOperations = operationsOf({
  /** Makes the session fresh. Operations marked `fresh` refuse with `freshCodeRequired` without it. */
  'staff.confirmCode': { route: 'POST /api/staff/session/codes', about: 'self', input: object({ code: Code }), output: confirmed },
} as const satisfies Record<string, WrittenStaffOperation>);
