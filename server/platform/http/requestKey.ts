import type { FastifyRequest } from 'fastify';
import { stableJson } from '../../../engine/form/hash.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import type { RequestKey } from './idempotency.ts';
import { fail } from '../problem.ts';

/**
 * The key of a command for `once` and `replay`: a retry with the same Idempotency-Key and the same input gets the stored
 * answer. undefined when the request has none.
 */
export function requestKey(
  request: FastifyRequest,
  { customerId, vault }: { customerId: string; vault: CustomerVault },
  operation: string,
  input: object,
): RequestKey | undefined {
  const key = idempotencyKey(request);
  return key === undefined ? undefined : { customerId, operation, key, bodyDigest: vault.digest(stableJson(input)) };
}

/** Idempotency-Key of a request, if it has one. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    fail('badRequest', { problems: [{ code: 'pattern', path: '/idempotency-key' }] });
  return key;
}
