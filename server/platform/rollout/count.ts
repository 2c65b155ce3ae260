import type { FastifyRequest } from 'fastify';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/types.ts';
import { todayOf } from '../time.ts';
import { counted } from './counted.ts';

type Event = (typeof counted)[keyof typeof counted];

/** Counts beside the counts of steps, which have a flow. */
const nowhere = { language: '', flow: '', step: '', field: '', code: '' };

/** Counts something for the release of a request, while one is rolled out. */
export function countFor(deps: Pick<Deps, 'stepCounts' | 'releases' | 'clock'>, { release }: FastifyRequest, event: Event): void {
  if (release) deps.stepCounts.add({ ...nowhere, day: todayOf(deps), release: release.hash, event });
}

/** A call that hands something in. Reports of a device and reads do not count. */
export const isSubmission = ({ method, repeatable }: OperationDefinition): boolean =>
  method !== 'GET' && (method !== 'POST' || repeatable === true);

/** Counts what the server could not answer, and what people handed in that it refused. */
export function countFailures(app: App): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (statusCode >= 500) countFor(app.deps, request, counted.serverError);
    else if (request.isSubmission && (statusCode === 400 || statusCode === 422)) countFor(app.deps, request, counted.refusedCall);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    isSubmission: boolean;
  }
}
