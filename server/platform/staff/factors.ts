import { factorOperations as operations } from '../../contract/staff/factors.ts';
import type { App } from '../http/types.ts';
import { changePassword } from './changePassword.ts';
import { staffEndpoint } from './endpoint.ts';
import { addAuthenticator, newAuthenticator } from './enrolment.ts';
import { confirmCode } from './fresh.ts';
import {
  addPasskey,
  confirmChallenge,
  confirmPasskey,
  factorsOf,
  newPasskey,
  passkeyChallenge,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { newRecoveryCodes } from './recovery.ts';
import { enterPasskey, enterStaff, enterToEnrol } from './sessions.ts';
import { takeChallengeTry } from './tries.ts';

/** Second factors of staff. */
export function factors(app: App): void {
  staffEndpoint(app, operations['staff.confirmCode'], ({ deps, input, session }) => confirmCode(deps, session, input));
  staffEndpoint(app, operations['staff.factors'], ({ deps, session }) => factorsOf(deps, session.id));
  staffEndpoint(app, operations['staff.passkeyChallenge'], async ({ deps, request }) => {
    await takeChallengeTry(deps, request.ip, 'passkey');
    return passkeyChallenge(deps, request);
  });
  staffEndpoint(app, operations['staff.enterPasskey'], ({ deps, input, reply }) => enterPasskey(deps, input, reply));
  staffEndpoint(app, operations['staff.enterRecovery'], ({ deps, input, reply }) => enterStaff(deps, input, reply));
  staffEndpoint(app, operations['staff.enterToEnrol'], ({ deps, input, reply }) => enterToEnrol(deps, input, reply));
  staffEndpoint(app, operations['staff.newAuthenticator'], ({ deps, session }) => newAuthenticator(deps, session));
  staffEndpoint(app, operations['staff.addAuthenticator'], ({ deps, session, input }) => addAuthenticator(deps, session, input));
  staffEndpoint(app, operations['staff.changePassword'], ({ deps, session, input, request }) =>
    changePassword(deps, session, input, request.ip),
  );
  staffEndpoint(app, operations['staff.newRecoveryCodes'], ({ deps, session }) => newRecoveryCodes(deps, session));
  staffEndpoint(app, operations['staff.confirmChallenge'], ({ deps, session, request }) => confirmChallenge(deps, session, request));
  staffEndpoint(app, operations['staff.confirmPasskey'], ({ deps, session, request, input }) =>
    confirmPasskey(deps, session, request, input.passkey),
  );
  staffEndpoint(app, operations['staff.newPasskey'], ({ deps, session, request }) => newPasskey(deps, session, request));
  staffEndpoint(app, operations['staff.addPasskey'], ({ deps, session, request, input }) => addPasskey(deps, session, request, input));
  staffEndpoint(app, operations['staff.renamePasskey'], ({ deps, session, input }) => renamePasskey(deps, session, input));
  staffEndpoint(app, operations['staff.removePasskey'], ({ deps, session, input }) => removePasskey(deps, session, input.id));
}
