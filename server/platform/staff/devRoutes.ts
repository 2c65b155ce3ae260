import { randomBytes } from 'node:crypto';
import { staffRoles, type StaffRole } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import { html, plainPage } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import type { Application } from '../release/types.ts';
import { formBodies } from '../dev/formBodies.ts';
import { deviceOf } from './device.ts';
import { hashPassword } from './password.ts';
import { addPerson, openSecret } from './people.ts';
import { beginStaffSession, setStaffCookie } from './sessions.ts';
import { stepOf, totpCode } from './totp.ts';
import { forgetTries } from './tries.ts';

const page = '/dev/staff';

/** Staff accounts for developers, with visible passwords, current codes and a one-click login. Not available in production. */
export function staffDev(app: App): void {
  const { deps } = app;
  if (deps.settings.mode === 'production') return;
  formBodies(app);
  const passwords = new Map<string, string>();
  app.get(page, async (_request, reply) => reply.type('text/html; charset=utf-8').send(await staffPage(deps, passwords)));
  app.post(page, async (_request, reply) => {
    for (const label of people.keys()) passwords.set(label, await demoPerson(deps, label));
    return reply.redirect(page, 303);
  });
  app.post<{ Body: Readonly<Record<string, string>> }>(`${page}/enter`, async (request, reply) => {
    const label = [...people.keys()].find((each) => each === request.body['role']) ?? fail('notFound');
    const application = deps.applications.find(({ name }) => name === request.body['application']) ?? fail('notFound');
    const password = passwords.get(label) ?? (await demoPerson(deps, label));
    passwords.set(label, password);
    const { id } = await deps.db.selectFrom('staff').select('id').where('name', '=', nameOf(label)).executeTakeFirstOrThrow();
    const cookie = randomToken(deps.random);
    const { token } = await deps.db
      .transaction()
      .execute((tx) => beginStaffSession(tx, deps, id, { address: request.ip, cookie, device: deviceOf(request) }));
    setStaffCookie(deps, reply, { token, cookie });
    return reply.type('text/html; charset=utf-8').send(enterPage(application, { customerId: id, token }));
  });
  // The CSP of our pages forbids inline scripts.
  app.get(`${page}.js`, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(enterScript));
}

/** Roles with operations that need a second person's approval. */
const twice: ReadonlySet<StaffRole> = new Set(['admin', 'support', 'underwriter', 'reviewer']);

/** The demo people, by label: one for each role, plus a second one where a colleague with the same role decides. */
const people: ReadonlyMap<string, StaffRole> = new Map(
  staffRoles.flatMap((role): [string, StaffRole][] =>
    twice.has(role)
      ? [
          [role, role],
          [`${role}-2`, role],
        ]
      : [[role, role]],
  ),
);

const nameOf = (label: string) => `demo-${label}`;

/** Stores the token where the application keeps its state (src/app/state/clientState.ts) and opens it. */
const enterScript = `const { key, data, to } = document.querySelector('#enter').dataset;
const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
localStorage.setItem(key, JSON.stringify({ ...kept, publicData: JSON.parse(data) }));
location.replace(to);
`;

const enterPage = ({ name, releases }: Application, publicData: { customerId: string; token: string }): string =>
  plainPage(
    'Logging in',
    html`<p
        id="enter"
        data-key="${releases.active().manifest.settings.storageKey}"
        data-data="${JSON.stringify(publicData)}"
        data-to="/${name}"
      >
        Opening /${name} …
      </p>
      <script src="${page}.js"></script>`,
  );

/** Creates a demo person, or resets their password. Returns the password. */
async function demoPerson(deps: Deps, label: string): Promise<string> {
  const role = people.get(label) ?? fail('notFound');
  const name = nameOf(label);
  const password = randomBytes(9).toString('base64url');
  const known = await deps.db.selectFrom('staff').select('id').where('name', '=', name).executeTakeFirst();
  if (known) {
    await deps.db
      .updateTable('staff')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', known.id)
      .execute();
    await deps.db.transaction().execute((tx) => forgetTries(tx, name));
  } else await addPerson(deps, { name, role, password }, 'dev');
  return password;
}

async function staffPage(deps: Deps, passwords: ReadonlyMap<string, string>): Promise<string> {
  const rows = await deps.db.selectFrom('staff').selectAll().where('name', 'like', 'demo-%').orderBy('name').execute();
  const now = deps.clock.now();
  // A code is valid only once, so after a login the page shows the next one.
  const code = ({ id, totp_sealed, totp_last_step: last }: (typeof rows)[number]) =>
    totp_sealed === null ? '' : totpCode(openSecret(deps.settings.keyring, { id, totp_sealed }), Math.max(stepOf(now), last + 1));
  const entries = deps.applications.map(
    ({ name }) =>
      html`<form method="post" action="${page}/enter" aria-label="/${name}">
        <input type="hidden" name="application" value="${name}" />
        <p>
          Open <a href="/${name}">/${name}</a> as
          ${[...people.keys()].map((label) => html`<button name="role" value="${label}">${label}</button> `)}
        </p>
      </form>`,
  );
  const items = rows.map(
    (row) =>
      html`<li>
        <strong>${row.name}</strong> password <code>${passwords.get(row.name.slice(nameOf('').length)) ?? '(make new ones)'}</code> code now
        <code>${code(row)}</code>
      </li>`,
  );
  return plainPage(
    'Staff',
    html`<p><a href="${page}">Refresh</a> · <a href="/dev">Developer tools</a></p>
      ${entries}
      <form method="post" action="${page}"><button>Create people of each role, with new passwords</button></form>
      <ul class="cards">
        ${items}
      </ul>
      <p>Then, in a terminal: <code>node server/hakbang.ts desk login demo-support</code></p>`,
  );
}
