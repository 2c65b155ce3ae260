import type { FastifyRequest } from 'fastify';
import { fail } from '../problem.ts';

/** Returns the idempotency key of a request, if any. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    fail('badRequest', { problems: [{ code: 'pattern', path: '/idempotency-key' }] });
  return key;
}
