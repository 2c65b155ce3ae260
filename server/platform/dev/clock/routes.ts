import { Socket } from 'node:net';
import { timeZoneOf } from '../../time.ts';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../problem.ts';
import type { App } from '../../http/types.ts';
import { formBodies } from '../formBodies.ts';
import { isMovable } from './movableClock.ts';
import { travelTo } from './travel.ts';
import { shownTime } from '../shownTime.ts';
import { html, plainPage } from '../../http/html.ts';

const choices = [1, 3, 7, 14, 30];

/** `/dev/clock`: shows the time and moves it forward. */
const clockPage = (now: Date, offsetMs: number, timeZone: string): string =>
  plainPage(
    'Clock',
    html`<p><a href="/dev/clock">Refresh</a> · <a href="/dev">Developer tools</a></p>
      <p>
        <strong>${shownTime(timeZone, now, 'full')}</strong> in
        ${timeZone}${offsetMs > 0 ? html`, ${inWords(offsetMs)} ahead of the real time` : ''}.
      </p>
      <form method="post" action="/dev/clock">
        ${choices.map((days) => html`<button name="advanceDays" value="${days}">+ ${days} ${days === 1 ? 'day' : 'days'}</button> `)}
        <button name="advanceSeconds" value="3600">+ 1 hour</button>
      </form>
      <form method="post" action="/dev/clock">
        <label>Forward by <input name="advanceDays" type="number" min="1" max="3660" required /> days</label>
        <button>Go</button>
      </form>
      <p>
        Every day between has its jobs done: reminders leave, what has a last day expires. Logins come along. The clock does not go back; to
        start over, stop the server and delete its data folder (<code>.data</code>).
      </p>`,
  );

function inWords(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'} and ${hours % 24} h`;
}

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
    // Each day takes time, so months take longer than a stalled request may. An injected request has no socket.
    if (request.socket instanceof Socket) request.socket.setTimeout(0);
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
