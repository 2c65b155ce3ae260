import { timeZoneOf } from '../../time.ts';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../problem.ts';
import type { App } from '../../http/types.ts';
import { formBodies } from '../formBodies.ts';
import { isMovable } from './movableClock.ts';
import { clockPage } from './page.ts';
import { travelTo } from './travel.ts';

const pagePath = '/dev/clock';
const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;
const maxDays = 3660;

/**
 * The clock of demo and development. `POST /dev/clock {advanceDays | advanceSeconds | to}` moves it forward, runs the jobs that fall due
 * on the way and returns `{ now, offsetMs, jobs }`. A form post redirects to the page. Not available in production.
 */
export function clockDev(app: App): void {
  const { deps } = app;
  const { clock } = deps;
  if (deps.settings.mode === 'production' || !isMovable(clock)) return;
  formBodies(app);
  let travelling = Promise.resolve(0);
  app.get(pagePath, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(clockPage(clock.now(), clock.offsetMs, timeZoneOf(deps))),
  );
  app.get(`${pagePath}.json`, async () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs }));
  app.post(pagePath, async (request, reply) => {
    const travel = () => travelTo(deps, clock, destination(request, clock.now()));
    // Serialised: concurrent moves would each stop on days that the other has already passed.
    travelling = travelling.then(travel, travel);
    const jobs = await travelling;
    if (!request.headers['content-type']?.startsWith('application/json')) return reply.redirect(pagePath, 303);
    return { now: clock.now().toISOString(), offsetMs: clock.offsetMs, jobs };
  });
}

function destination({ body }: FastifyRequest, now: Date): Date {
  const { advanceDays, advanceSeconds, to } = (body ?? {}) as Record<string, unknown>;
  if (typeof to === 'string') return within(now, Date.parse(to) - now.getTime(), '/to');
  if (advanceDays !== undefined) return within(now, Number(advanceDays) * dayMs, '/advanceDays');
  return within(now, Number(advanceSeconds) * secondMs, '/advanceSeconds');
}

/** Limits a move to the future and to a maximum distance. */
function within(now: Date, ms: number, path: string): Date {
  if (!(ms >= 0 && ms <= maxDays * dayMs)) fail('badRequest', { problems: [{ code: 'range', path }] });
  return new Date(now.getTime() + ms);
}
