import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { sandboxOf } from '../../ports/sandbox/sandboxOf.ts';
import { formBodies } from './formBodies.ts';
import { sandboxPage, type SandboxSection } from './sandboxPage.ts';

const pagePath = '/dev/sandbox';
const providers = ['payout', 'collection'] as const;

/**
 * Lists sandbox transfers, queues simulated failures, and settles without waiting. Form posts redirect to the page. JSON calls get a JSON
 * response: `POST /dev/sandbox/payout/order {order, times?}`, `…/settle {reference?}`, `…/deliver`. Not available in production.
 */
export function sandboxDev(app: App): void {
  const { settings, ports, releases } = app.deps;
  if (settings.mode === 'production') return;
  formBodies(app);
  const sections = (): SandboxSection[] =>
    providers.flatMap((name) => {
      const sandbox = sandboxOf(ports[name]);
      return sandbox ? [{ name, sandbox, transfers: sandbox.transfers().slice(0, 100) }] : [];
    });
  app.get(pagePath, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(sandboxPage(sections(), releases.active().manifest.settings)),
  );
  app.get(`${pagePath}.json`, async () =>
    Object.fromEntries(sections().map(({ name, sandbox, transfers }) => [name, { transfers, ordered: sandbox.orders.pending }])),
  );
  for (const name of providers) {
    const sandbox = sandboxOf(ports[name]);
    if (!sandbox) continue;
    app.post(`${pagePath}/${name}/order`, async (request, reply) => {
      const { order, times } = bodyOf(request);
      if (!sandbox.orderByName(String(order), timesOf(times))) fail('badRequest', { problems: [{ code: 'enum', path: '/order' }] });
      return answer(request, reply, { ordered: sandbox.orders.pending });
    });
    app.post(`${pagePath}/${name}/clear`, async (request, reply) => {
      sandbox.orders.clear();
      return answer(request, reply, { ordered: [] });
    });
    app.post(`${pagePath}/${name}/settle`, async (request, reply) => {
      const { reference } = bodyOf(request);
      sandbox.settle(typeof reference === 'string' && reference !== '' ? reference : undefined);
      return answer(request, reply, { delivered: await sandbox.deliver() });
    });
    app.post(`${pagePath}/${name}/deliver`, async (request, reply) => answer(request, reply, { delivered: await sandbox.deliver() }));
  }
}

const bodyOf = ({ body }: FastifyRequest) => (body ?? {}) as Readonly<Record<string, unknown>>;

/** Redirects a form post to the page; answers a JSON call. */
const answer = (request: FastifyRequest, reply: FastifyReply, value: object) =>
  request.headers['content-type']?.startsWith('application/json') ? value : reply.redirect(pagePath, 303);

const maxTimes = 1000;

function timesOf(times: unknown): number {
  const count = times === undefined || times === '' ? 1 : Number(times);
  if (!Number.isInteger(count) || count < 1 || count > maxTimes) fail('badRequest', { problems: [{ code: 'range', path: '/times' }] });
  return count;
}
