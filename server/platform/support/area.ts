import type { Area } from '../area.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { fail } from '../problem.ts';
import { timeZoneOf } from '../time.ts';
import type { App } from '../http/types.ts';
import { hoursText, supportOf } from './kind.ts';
import { openingAt } from './opening.ts';

/** Contacts of customer care and the grievance officer, also for visitors. */
function support(app: App): void {
  endpoint(app, operations['support.get'], async ({ deps }) => {
    const found = supportOf(deps.releases.active()) ?? fail('notFound');
    const { phone, email, website, officer, hours } = found;
    const opening = openingAt(found, timeZoneOf(deps), deps.clock.now());
    return { holiday: false, ...opening, hours: hours[0] ? hoursText(hours[0]) : '', phone, email, website, officer };
  });
}

export const supportArea: Area = { name: 'support', routes: [support] };
