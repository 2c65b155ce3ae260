import { timeZoneOf } from '../time.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { html, plainPage, type Html } from '../http/html.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import type { SmsPort } from '../../ports/sms.ts';
import type { SmsSandbox } from '../../ports/smsSandbox.ts';
import { unlockNumber } from '../auth/unlock.ts';
import { readPhone } from '../customer/phone.ts';
import { countryServed } from '../loginPolicy/policy.ts';
import { violations } from '../invariants.ts';
import { isDemo } from '../settings.ts';
import { formBodies } from './formBodies.ts';
import { devPage, outboxPage } from './pages.ts';

const isSandbox = (sms: SmsPort): sms is SmsSandbox => 'outbox' in sms;

/** Developer pages. They do not exist in production. */
export function dev(app: App): void {
  const { settings, ports } = app.deps;
  if (settings.mode === 'production') return;
  formBodies(app);
  const page = 'text/html; charset=utf-8';
  const pages = app.deps.areas.flatMap(({ devPages = [] }) => devPages);
  app.get('/dev', async (_request, reply) => reply.type(page).send(devPage(await people(app.deps), pages)));
  // Invariants that do not hold (safety.md, Invariants); [] if all do.
  app.get('/dev/violations.json', () => violations(app.deps));
  app.post('/dev/unlock', async (request, reply) => {
    const phone = readPhone(field(request, 'phone'), countryServed(app.deps));
    const found = phone !== undefined && (await unlockNumber(app.deps, phone));
    const body = html`<p>${found ? 'The number is unlocked.' : 'No code was ever asked for with this number.'}</p>
      <p><a href="/dev">Back</a></p>`;
    return reply.type(page).send(plainPage('Unlock a number', body));
  });
  if (!isSandbox(ports.sms)) return;
  const { sms } = ports;
  app.get('/dev/outbox', (_request, reply) => reply.type(page).send(outboxPage(sms.outbox, timeZoneOf(app.deps))));
  app.get('/dev/outbox.json', async () => sms.outbox);
  app.post('/dev/outbox/fail', async (request, reply) => {
    const count = Number(field(request, 'count'));
    if (!Number.isInteger(count) || count < 0 || count > 1000) fail('badRequest', { problems: [{ code: 'range', path: '/count' }] });
    sms.failNext(count);
    return reply.redirect('/dev/outbox', 303);
  });
}

/** Tests have no ready-made people. */
const people = async (deps: Deps): Promise<Html> =>
  isDemo(deps.settings.mode) ? deps.product.demoPeople(deps) : html`<p>npm start and npm run dev have some.</p>`;

function field({ body }: FastifyRequest, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
