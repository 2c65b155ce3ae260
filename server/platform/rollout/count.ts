import type { FastifyRequest } from 'fastify';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { sourceOf } from '../http/source.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/types.ts';
import type { RollingRelease } from '../release/types.ts';
import { digestOf } from './assign.ts';
import { counted } from './counted.ts';

/** The person of a request, and which release they are on. */
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

/** A request without a session, and which release it is on. */
interface CountedVisitor {
  rollout: RollingRelease;
  isNext: boolean;
  network: string;
}

const visitorRow = ({ rollout: { id, round }, isNext, network }: CountedVisitor, event: 'network' | 'networkError') => ({
  rollout_id: id,
  round,
  is_next: isNext,
  event,
  network,
});

/**
 * Counts the network of a request without a session. A browser can draw tickets repeatedly, so visitors cannot be counted as people.
 * Instead each network counts once, where a network is as large as the range that a provider may assign to one site.
 */
export function countVisitor({ rolloutCounts }: Counting, request: FastifyRequest, rollout: RollingRelease, isNext: boolean): void {
  const digest = digestOf(rollout.salt, `network ${sourceOf(request.ip).network}`).subarray(0, 9);
  const visitor = { rollout, isNext, network: digest.toString('base64url') };
  rolloutCounts.addVisitor(visitorRow(visitor, counted.network));
  request.rolloutVisitor = visitor;
}

/** Counts a visit by a person. */
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

/** Whether a call submits something. Device reports and reads do not count. */
export const isSubmission = ({ method, repeatable }: OperationDefinition): boolean =>
  method !== 'GET' && (method !== 'POST' || repeatable === true);

/** Counts people and visitors' networks that met a server error, or whose submission was refused. */
export function countFailures(app: App): void {
  app.addHook('onResponse', async ({ rolloutPerson, rolloutVisitor, isSubmission: handsIn }, { statusCode }) => {
    const isError = statusCode >= 500 || (handsIn && (statusCode === 400 || statusCode === 422));
    if (rolloutPerson && isError) app.deps.rolloutCounts.add(rowOf(rolloutPerson, counted.error));
    if (rolloutVisitor && isError) app.deps.rolloutCounts.addVisitor(visitorRow(rolloutVisitor, counted.networkError));
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    isSubmission: boolean;
    /** The person to count in the open rollout. */
    rolloutPerson: CountedPerson | undefined;
    /** The network to count in the open rollout, for a request without a session. */
    rolloutVisitor: CountedVisitor | undefined;
  }
}
