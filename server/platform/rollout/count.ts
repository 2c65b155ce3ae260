import type { FastifyRequest } from 'fastify';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { sourceOf } from '../http/source.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/types.ts';
import type { RollingRelease } from '../release/types.ts';
import { digestOf } from './assign.ts';
import { counted } from './counted.ts';

/** The person of a request, and the side on which they are. */
export interface CountedPerson {
  rollout: RollingRelease;
  customerId: string;
  isNext: boolean;
}

type Counting = Pick<Deps, 'rolloutCounts'>;

const rowOf = ({ rollout: { id, round }, customerId, isNext }: CountedPerson, event: string, source: string | null = null) => ({
  rollout_id: id,
  round,
  is_next: isNext,
  event,
  customer_id: customerId,
  source,
});

/** Counts that a person is there. Whoever has no session counts for nothing: nobody could tell one visitor from a hundred. */
export function countVisit({ rolloutCounts }: Counting, request: FastifyRequest, person: CountedPerson): void {
  const source = digestOf(person.rollout.salt, `address ${sourceOf(request.ip).address}`)
    .subarray(0, 9)
    .toString('base64url');
  rolloutCounts.add(rowOf(person, counted.visit, source));
  request.rolloutPerson = person;
}

/** Counts a step that a person reaches or saves under one of the two releases. */
export function countStep(
  { rolloutCounts, releases }: Counting & Pick<Deps, 'releases'>,
  { customerId, release, place }: { customerId: string; release: string; place: string },
): void {
  const rollout = releases.rollout?.();
  if (!rollout || (release !== rollout.hash && release !== rollout.base)) return;
  rolloutCounts.add(rowOf({ rollout, customerId, isNext: release === rollout.hash }, place));
}

/** A call that hands something in. Reports of a device and reads do not count. */
export const isSubmission = ({ method, repeatable }: OperationDefinition): boolean =>
  method !== 'GET' && (method !== 'POST' || repeatable === true);

/** Counts people whom the server could not answer, and who handed something in that it refused. */
export function countFailures(app: App): void {
  app.addHook('onResponse', async ({ rolloutPerson, isSubmission: handsIn }, { statusCode }) => {
    const isError = statusCode >= 500 || (handsIn && (statusCode === 400 || statusCode === 422));
    if (rolloutPerson && isError) app.deps.rolloutCounts.add(rowOf(rolloutPerson, counted.error));
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    isSubmission: boolean;
    /** Who counts in the rollout that is open. */
    rolloutPerson: CountedPerson | undefined;
  }
}
