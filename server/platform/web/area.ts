import type { Area } from '../area.ts';
import { embedTexts } from './embed.ts';
import { web } from './routes.ts';
import type { App } from '../http/types.ts';
import type { ReleaseService } from '../release/types.ts';
import type { WatchedReleases } from '../release/watched.ts';

const keepAliveMs = 15_000;

/** `GET /dev/events`, for another application `GET /dev/events/<name>`: results of compiling watched files. Development only. */
function devEvents(app: App): void {
  const { releases, applications, settings } = app.deps;
  if (settings.mode !== 'development') return;
  eventsOf(app, '/dev/events', releases);
  for (const { name, releases: its } of applications) eventsOf(app, `/dev/events/${name}`, its);
}

/** Sends what watched releases report as server-sent events. */
function eventsOf(app: App, path: string, releases: ReleaseService): void {
  if (!('subscribe' in releases)) return;
  const watched = releases as WatchedReleases;
  const open = new Set<() => void>();
  app.addHook('preClose', async () => open.forEach((close) => close()));
  app.get(path, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const unsubscribe = watched.subscribe((event) => raw.write(`data: ${JSON.stringify(event)}\n\n`));
    const timer = setInterval(() => raw.write(': still here\n\n'), keepAliveMs);
    const close = () => {
      clearInterval(timer);
      unsubscribe();
      open.delete(close);
      raw.end();
    };
    open.add(close);
    request.raw.on('close', close);
  });
}

export const webArea: Area = { name: 'web', texts: { 'app.description': [], ...embedTexts }, routes: [devEvents, web] };
