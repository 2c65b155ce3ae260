import { Readable } from 'node:stream';
import { liveOperations as operations } from '../../contract/staff/live.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { live } from './migration.ts';
import { LiveStreams } from './streams.ts';
import { sumUpVersions } from './versions.ts';

function changes(app: App): void {
  const streams = new LiveStreams(app);
  const topics = app.deps.areas.flatMap((area) => Object.entries(area.topics ?? {}));
  app.addHook('preClose', async () => streams.endAll('leaving'));
  staffEndpoint(app, operations['staff.changes'], async ({ deps, session, input, request, reply }) => {
    reply.type('text/event-stream').header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return Readable.from([]);
    const wanted = input.topics.split(',');
    const followed = topics
      .filter(([topic]) => wanted.includes(topic))
      .map(([topic, namesFor]) => [topic, namesFor(deps, session)] as const);
    return streams.open(session, new Map(followed));
  });
}

/** Tells staff screens that something changed, so that they need not poll. */
export const liveArea: Area = { name: 'live', migrations: [live], routes: [changes], jobs: [sumUpVersions] };
