import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { html, plainPage } from '../../platform/http/html.ts';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import type { FaceMatchPort } from '../../ports/faceMatch.ts';
import type { FaceMatchSandbox } from '../../ports/faceMatchSandbox.ts';
import { formBodies } from '../../platform/dev/formBodies.ts';
import { decideByStaff, type StaffDecision } from './staff.ts';

const pagePath = '/dev/applications';

/** Lets a developer decide an application as a reviewer would, and make photo checks fail. Never in production. */
export function applicationDev(app: App): void {
  const { deps } = app;
  if (deps.settings.mode === 'production') return;
  formBodies(app);
  app.get(pagePath, async (_request, reply) => reply.type('text/html; charset=utf-8').send(await listPage(deps)));
  app.post<{ Params: { id: string } }>(`${pagePath}/:id/decide`, async (request, reply) =>
    answer(request, reply, await decideByStaff(deps, request.params.id, decisionOf(bodyOf(request)), 'dev')),
  );
  app.post('/dev/face', async (request, reply) => answer(request, reply, orderVerdict(deps.ports.faceMatch, bodyOf(request))));
}

const bodyOf = ({ body }: FastifyRequest) => (body ?? {}) as Record<string, unknown>;

/** Redirects a submitted form to the list; responds to an API call. */
const answer = (request: FastifyRequest, reply: FastifyReply, value: object) =>
  request.headers['content-type']?.startsWith('application/json') ? value : reply.redirect(pagePath, 303);

function decisionOf({ decision, limitCents, reason, retryAfterDays }: Record<string, unknown>): StaffDecision {
  if (decision === 'accepted') return { decision, limitCents: Number(limitCents ?? 500_000) };
  if (decision === 'rejected')
    return { decision, reason: typeof reason === 'string' ? reason : 'manualReview', retryAfterDays: Number(retryAfterDays ?? 30) };
  if (decision === 'sendBack') return { decision };
  return fail('badRequest', { problems: [{ code: 'enum', path: '/decision' }] });
}

/** Responses that the sandbox can be set to return next. */
const orders: Readonly<Record<string, (sandbox: FaceMatchSandbox) => void>> = {
  selfieDoesNotMatch: ({ faces }) => faces.order('noMatch'),
  selfieUnclear: ({ faces }) => faces.order('unclear'),
  idPhotoUnclear: ({ documents }) => documents.order('unclear'),
  idPhotoOfSomebodyElse: ({ documents }) => documents.order('mismatch'),
};

function orderVerdict(port: FaceMatchPort, { verdict }: Record<string, unknown>): { ordered: string } {
  if (!('faces' in port)) fail('notFound');
  if (typeof verdict !== 'string' || !Object.hasOwn(orders, verdict))
    fail('badRequest', { problems: [{ code: 'enum', path: '/verdict' }] });
  orders[verdict]?.(port as FaceMatchSandbox);
  return { ordered: verdict };
}

async function listPage({ db }: Deps): Promise<string> {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'customer_id', 'state', 'reason', 'submitted_at'])
    .orderBy('submitted_at', 'desc')
    .limit(50)
    .execute();
  const items = rows.map(
    ({ id, customer_id: customer, state, reason, submitted_at: at }) =>
      html`<li>
        <strong>${state}</strong> ${reason ?? ''} · ${at.toISOString()} · customer ${customer}
        <form method="post" action="${pagePath}/${id}/decide">
          ${['accepted', 'rejected', 'sendBack'].map((decision) => html`<button name="decision" value="${decision}">${decision}</button> `)}
        </form>
      </li>`,
  );
  return plainPage(
    'Applications',
    html`<p><a href="${pagePath}">Refresh</a> · <a href="/dev">Developer tools</a></p>
      ${
        items.length === 0
          ? html`<p>Nothing was submitted yet.</p>`
          : html`<ul class="cards">
              ${items}
            </ul>`
      }
      <h2>The next check of a photo says</h2>
      <form method="post" action="/dev/face">
        ${Object.keys(orders).map((verdict) => html`<button name="verdict" value="${verdict}">${verdict}</button> `)}
      </form>
      <p>The selfie is checked when its step is saved, the ID photo when the application is submitted.</p>`,
  );
}
