import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Manifest } from '../../../engine/compiler/types.ts';
import type { Deps } from '../deps.ts';
import { isDeletedCustomer } from '../db/deletedCustomer.ts';
import { ProviderError } from '../../ports/providerError.ts';
import { securityHeaders } from './security.ts';
import { ProblemError, problemDocument, retryAfterSeconds } from '../problem.ts';
import type { App } from './types.ts';

/** Every error leaves as a problem document; what is a bug is logged, and says nothing outside. */
export function problemErrors(app: App): void {
  app.setErrorHandler(answerError(app.deps));
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(app.deps, new ProblemError('notFound', {}), request, reply);
  app.setNotFoundHandler(notFound);
  // Unknown addresses of the API are no pages, whatever else answers unknown paths.
  app.all('/api/*', notFound);
}

/** Answers any error; also one of Fastify's router, for an address that it cannot read. */
export const answerError = (deps: Deps) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const problem = asProblem(error);
  if (problem.code === 'internal') request.log.error({ err: error }, 'a bug');
  if (problem.code === 'unavailable') request.log.warn({ err: error }, 'not available');
  return sendProblem(deps, problem, request, reply);
};

function sendProblem(deps: Deps, problem: ProblemError, request: FastifyRequest, reply: FastifyReply) {
  const catalogue = catalogueOf(deps);
  const document = problemDocument(problem, catalogue, request.id);
  const seconds = retryAfterSeconds(problem, catalogue, document.status);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  // Fastify runs no hooks for an address or a method that its router cannot read.
  reply.headers({ ...securityHeaders(deps), 'x-request-id': request.id });
  // Serialised here: a problem+json type is none that Fastify would serialise by itself.
  return reply.code(document.status).header('cache-control', 'no-store').type('application/problem+json').send(JSON.stringify(document));
}

export function catalogueOf(deps: Deps): Manifest['errors'] {
  try {
    return deps.releases.active().manifest.errors;
  } catch {
    return {};
  }
}

/**
 * Network errors of drivers, and PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutdown), 40001 and 40P01 (two
 * transactions in each other's way: one was undone, and trying again helps); and a disk that is full, read-only or failing.
 */
const unavailableCode = /^(ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|08\w{3}|53\w{3}|57P0\d|40001|40P01)$/;
/** What the driver says of a connection that broke, without a code; and of a statement that a migration has outdated (db/preparing.ts). */
const unavailableMessage =
  /^cached plan must not change|timeout exceeded when trying to connect|Connection terminated|encountered a connection error|Client was closed/;

function asProblem(error: FastifyError | ProviderError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof ProviderError) return new ProblemError('unavailable', {});
  if (isDeletedCustomer(error)) return new ProblemError('notFound', {});
  if (error.statusCode === 413) return new ProblemError('payloadTooLarge', {});
  if (unavailableCode.test(error.code ?? '') || unavailableMessage.test(error.message)) return new ProblemError('unavailable', {});
  if (error.code === 'FST_ERR_NOT_FOUND') return new ProblemError('notFound', {});
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new ProblemError('badRequest', { problems: [{ code: error.code ?? 'syntax', path: '' }] });
  return new ProblemError('internal', {});
}
