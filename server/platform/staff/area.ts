import type { Area } from '../area.ts';
import { staffDev } from './devRoutes.ts';
import { staffSession } from '../../contract/staff/people.ts';
import { platformStaffOperations as staffOperations } from '../../contract/staff/platformOperations.ts';
import type { App } from '../http/types.ts';
import { acknowledge, openAlarms } from './alarms.ts';
import { enrolmentLinks } from './enrolmentLinks.ts';
import { factors } from './factors.ts';
import { factorMigrations } from './factorsMigration.ts';
import { staffEndpoint } from './endpoint.ts';
import { disablePerson, getPerson, listPeople, unlockPerson } from './people.ts';
import { deviceOf } from './device.ts';
import { endSessions, openSessions } from './openSessions.ts';
import { callableBy, roleTable } from './roles.ts';
import { clearStaffCookie, enterStaff, loginStaff, logoutStaff } from './sessions.ts';

/** Staff logins, staff accounts and alarms. */
function staffPeople(app: App): void {
  staffEndpoint(app, staffOperations['staff.login'], ({ deps, input, request }) =>
    loginStaff(deps, input, { address: request.ip, device: deviceOf(request) }),
  );
  staffEndpoint(app, staffOperations['staff.enter'], ({ deps, input, reply }) => enterStaff(deps, input, reply));
  staffEndpoint(app, staffSession['auth.session'], async ({ deps, session }) => ({
    person: await getPerson(deps, session.id),
    operations: callableBy(deps, session.role),
  }));
  staffEndpoint(app, staffSession['auth.logout'], async ({ deps, session, reply }) => {
    await logoutStaff(deps, session);
    clearStaffCookie(deps, reply, session);
    return {};
  });
  staffEndpoint(app, staffOperations['staff.logout'], async ({ deps, session }) => {
    await logoutStaff(deps, session);
    return {};
  });
  staffEndpoint(app, staffOperations['staff.me'], ({ deps, session }) => getPerson(deps, session.id));
  staffEndpoint(app, staffOperations['staff.roles'], async ({ deps }) => ({ rights: roleTable(deps) }));
  staffEndpoint(app, staffOperations['staff.people'], async ({ deps }) => ({ people: await listPeople(deps) }));
  staffEndpoint(app, staffOperations['staff.disablePerson'], ({ deps, input, session }) => disablePerson(deps, input.id, session.actor));
  staffEndpoint(app, staffOperations['staff.unlockPerson'], ({ deps, input, session }) =>
    unlockPerson(deps, input.id, session.actor, input.reason),
  );
  staffEndpoint(app, staffOperations['staff.alarms'], ({ deps, input }) => openAlarms(deps, input));
  staffEndpoint(app, staffOperations['staff.acknowledgeAlarm'], ({ deps, input, session }) => acknowledge(deps, session, input));
}

function staffSessions(app: App): void {
  staffEndpoint(app, staffOperations['staff.ownSessions'], ({ deps, session }) => openSessions(deps, session, session.id));
  staffEndpoint(app, staffOperations['staff.endOwnSession'], ({ deps, input, session }) =>
    endSessions(deps, session, { staffId: session.id, only: input.id }),
  );
  staffEndpoint(app, staffOperations['staff.endOtherSessions'], ({ deps, session }) =>
    endSessions(deps, session, { staffId: session.id, butThis: true }),
  );
  staffEndpoint(app, staffOperations['staff.sessions'], ({ deps, input, session }) => openSessions(deps, session, input.id));
  staffEndpoint(app, staffOperations['staff.endSession'], ({ deps, input, session }) =>
    endSessions(deps, session, { staffId: input.id, only: input.session }),
  );
  staffEndpoint(app, staffOperations['staff.endSessions'], ({ deps, input, session }) => endSessions(deps, session, { staffId: input.id }));
}

export const staffArea: Area = {
  name: 'staff',
  migrations: factorMigrations,
  routes: [staffDev, staffPeople, staffSessions, factors, enrolmentLinks],
};
