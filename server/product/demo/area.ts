import type { Area } from '../../platform/area.ts';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import { beginSession, endSessionOfCookie, setSessionCookie } from '../../platform/sessions/sessions.ts';
import { isDemo } from '../../platform/settings.ts';
import { maskPhone } from '../../platform/customer/phone.ts';
import { formBodies } from '../../platform/dev/formBodies.ts';
import { enteringPage, enteringScript } from './page.ts';
import { allPeople } from './people.ts';
import { demoStateOf, demoStates } from './state.ts';

/** Logs in with one click, only as a demo borrower, and only in a demo or in development. */
function demoPeople(app: App): void {
  const { deps } = app;
  if (!isDemo(deps.settings.mode)) return;
  formBodies(app);
  app.get('/dev/people.json', async () =>
    (await demoStates(deps)).map(({ phone, firstName, lastName, shows, now }) => ({ phone, firstName, lastName, shows, now })),
  );
  app.get('/dev/people.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(enteringScript));
  app.post('/dev/people', async (request, reply) => {
    const person = allPeople.find(({ phone }) => phone === phoneOf(request));
    const state = (person && (await demoStateOf(deps, person))) ?? fail('notFound');
    await endSessionOfCookie(deps, request);
    const { id, token } = await beginSession(deps, state.customerId);
    setSessionCookie(deps, reply, id);
    const { storageKey } = deps.releases.active().manifest.settings;
    const publicData = { customerId: state.customerId, token, phone_number: maskPhone(state.number) };
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(enteringPage(storageKey, publicData));
  });
}

const phoneOf = ({ body }: FastifyRequest): unknown => (body as Record<string, unknown> | undefined)?.['phone'];

export const demoArea: Area = { name: 'demo', devPages: [{ path: '/test', title: 'Every widget and block' }], routes: [demoPeople] };
