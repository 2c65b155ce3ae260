import { randomBytes } from 'node:crypto';
import { staffRoles, type StaffRole } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import { html, plainPage } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { formBodies } from '../dev/formBodies.ts';
import { hashPassword } from './password.ts';
import { addPerson, openSecret } from './people.ts';
import { stepOf, totpCode } from './totp.ts';
import { forgetTries } from './tries.ts';

const page = '/dev/staff';

/** Staff accounts for developers, with visible passwords and current codes. Not available in production. */
export function staffDev(app: App): void {
  const { deps } = app;
  if (deps.settings.mode === 'production') return;
  formBodies(app);
  const passwords = new Map<StaffRole, string>();
  app.get(page, async (_request, reply) => reply.type('text/html; charset=utf-8').send(await staffPage(deps, passwords)));
  app.post(page, async (_request, reply) => {
    for (const role of staffRoles) passwords.set(role, await demoPerson(deps, role));
    return reply.redirect(page, 303);
  });
}

const nameOf = (role: StaffRole) => `demo-${role}`;

/** Creates the demo person of a role, or resets their password. Returns the password. */
async function demoPerson(deps: Deps, role: StaffRole): Promise<string> {
  const password = randomBytes(9).toString('base64url');
  const known = await deps.db.selectFrom('staff').select('id').where('name', '=', nameOf(role)).executeTakeFirst();
  if (known) {
    await deps.db
      .updateTable('staff')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', known.id)
      .execute();
    await deps.db.transaction().execute((tx) => forgetTries(tx, nameOf(role)));
  } else await addPerson(deps, { name: nameOf(role), role, password }, 'dev');
  return password;
}

async function staffPage(deps: Deps, passwords: ReadonlyMap<StaffRole, string>): Promise<string> {
  const rows = await deps.db.selectFrom('staff').selectAll().where('name', 'like', 'demo-%').orderBy('name').execute();
  const now = deps.clock.now();
  // A code can be used once, so after a login the page shows the next one.
  const code = (row: (typeof rows)[number]) =>
    totpCode(openSecret(deps.settings.keyring, row), Math.max(stepOf(now), row.totp_last_step + 1));
  const items = rows.map(
    (row) =>
      html`<li>
        <strong>${row.name}</strong> password <code>${passwords.get(row.role) ?? '(make new ones)'}</code> code now
        <code>${code(row)}</code>
      </li>`,
  );
  return plainPage(
    'Staff',
    html`<p><a href="${page}">Refresh</a> · <a href="/dev">Developer tools</a></p>
      <form method="post" action="${page}"><button>Create one person per role, with new passwords</button></form>
      <ul class="cards">
        ${items}
      </ul>
      <p>Then, in a terminal: <code>node server/hakbang.ts desk login demo-support</code></p>`,
  );
}
