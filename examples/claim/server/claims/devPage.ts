import { type App, type Deps, fail, formBodies, html, plainPage } from 'hakbang/server';
import type { ClaimEvent } from './events.ts';
import { decideByStaff } from './staff.ts';

export const devPath = '/dev/claims';

const decisions: Readonly<Record<string, ClaimEvent>> = {
  approved: { name: 'approved' },
  declined: { name: 'declined', reason: 'notProven' },
  sentBack: { name: 'sentBack', reason: 'unreadable', corrections: [{ form: 'evidence', field: 'photo', reason: 'unreadable' }] },
};

/** Lets a developer decide a claim as staff would. Never in production. */
export function claimsDev(app: App): void {
  const { deps } = app;
  if (deps.settings.mode === 'production') return;
  formBodies(app);
  app.get(devPath, async (_request, reply) => reply.type('text/html; charset=utf-8').send(await listPage(deps)));
  app.post<{ Params: { id: string }; Body: { decision?: unknown } | null }>(`${devPath}/:id`, async ({ params, body }, reply) => {
    const decision = String(body?.decision);
    const event = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
    await decideByStaff(deps, params.id, event ?? fail('badRequest'), 'dev');
    return reply.redirect(devPath, 303);
  });
}

async function listPage({ db }: Deps): Promise<string> {
  const claims = await db.selectFrom('claims').select(['id', 'state', 'submitted_at']).orderBy('id', 'desc').limit(50).execute();
  const items = claims.map(
    ({ id, state, submitted_at: at }) =>
      html`<li>
        <strong>${state}</strong> ${at.toISOString()}
        ${
          state === 'referred' &&
          html`<form method="post" action="${devPath}/${id}">
            ${Object.keys(decisions).map((decision) => html`<button name="decision" value="${decision}">${decision}</button> `)}
          </form>`
        }
      </li>`,
  );
  return plainPage(
    'Claims',
    html`<p><a href="${devPath}">Refresh</a> · <a href="/dev">Developer tools</a></p>
      ${
        items.length === 0
          ? html`<p>No claim was sent yet.</p>`
          : html`<ul class="cards">
              ${items}
            </ul>`
      }`,
  );
}
