import { identityOperations as operations } from '../../contract/staff/identities.ts';
import { runAlone } from '../approvals/approvals.ts';
import type { Area } from '../area.ts';
import { html, plainPage } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { identityOf, linkIdentity, unlinkIdentity } from './identities.ts';
import { answerLogin, beginLogin, callbackPath, enter } from './login.ts';
import { staffIdentities } from './migration.ts';

function oidc(app: App): void {
  staffEndpoint(app, operations['staff.loginWays'], async ({ deps }) => {
    const { staffOidc: provider } = deps.settings.providers;
    return { local: provider?.only !== true, ...(provider ? { provider: provider.name } : {}) };
  });
  staffEndpoint(app, operations['staff.beginLogin'], ({ deps, input, reply }) => beginLogin(deps, reply, input.returnTo));
  staffEndpoint(app, operations['staff.enterAdmitted'], ({ deps, reply }) => enter(deps, reply));
  staffEndpoint(app, operations['staff.identity'], ({ deps, input }) => identityOf(deps, input.id));
  staffEndpoint(app, operations['staff.linkIdentity'], ({ deps, session, input }) => runAlone(deps, session, 'staff.linkIdentity', input));
  staffEndpoint(app, operations['staff.unlinkIdentity'], ({ deps, session, input }) => unlinkIdentity(deps, session, input));
  if (!app.deps.settings.providers.staffOidc) return;
  app.get(callbackPath, async (request, reply) => {
    const path = await answerLogin(app.deps, request);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (path !== undefined) return reply.redirect(path, 303);
    return reply.code(400).type('text/html; charset=utf-8').send(expiredPage);
  });
}

const expiredPage = plainPage(
  'Log in again',
  html`<p>This login has expired, or began in another browser. Close this page and begin again.</p>`,
);

/** Staff logins through an OpenID Connect provider. It identifies people; what they may do is decided here. */
export const oidcArea: Area = {
  name: 'oidc',
  migrations: [staffIdentities],
  routes: [oidc],
  approvable: [linkIdentity],
};
