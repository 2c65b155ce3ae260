import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Manifest } from '../../../engine/compiler/types.ts';
import type { Deps } from '../deps.ts';
import { isDeletedCustomer } from '../db/deletedCustomer.ts';
import { ProviderError } from '../../ports/providerError.ts';
import { securityHeaders } from './security.ts';
import { ProblemError, problemDocument, retryAfterSeconds } from '../problem.ts';
import type { App } from './types.ts';

/** Sends every error as a problem document. Bugs are logged, and their details stay out of the response. */
export function problemErrors(app: App): void {
  app.setErrorHandler(answerError(app.deps));
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(app.deps, new ProblemError('notFound', {}), request, reply);
  app.setNotFoundHandler(notFound);
  // An unknown path of the API must not fall through to the pages.
  app.all('/api/*', notFound);
}

/** Sends the response to any error, including router errors for a malformed URL. */
export const answerError = (deps: Deps) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const problem = asProblem(error);
  if (problem.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  if (problem.code === 'unavailable') request.log.warn({ err: error }, 'service unavailable');
  return sendProblem(deps, problem, request, reply);
};

function sendProblem(deps: Deps, problem: ProblemError, request: FastifyRequest, reply: FastifyReply) {
  const catalogue = catalogueOf(deps);
  const document = problemDocument(problem, catalogue, request.id);
  const seconds = retryAfterSeconds(problem, catalogue, document.status);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  // Fastify runs no hooks if its router cannot parse the URL or method.
  reply.headers({ ...securityHeaders(deps), 'x-request-id': request.id });
  // Fastify does not serialise problem+json by itself.
  return reply.code(document.status).header('cache-control', 'no-store').type('application/problem+json').send(JSON.stringify(document));
}

/** The errors of the product and of its other applications, which have their own codes. */
export function catalogueOf({ applications, releases }: Pick<Deps, 'applications' | 'releases'>): Manifest['errors'] {
  const all = [...applications.map((each) => each.releases), releases];
  return Object.assign({}, ...all.map(errorsOf)) as Manifest['errors'];
}

function errorsOf(releases: Deps['releases']): Manifest['errors'] {
  try {
    return releases.active().manifest.errors;
  } catch {
    return {};
  }
}

/**
 * Network errors of drivers, and PostgreSQL classes 08 (connection), 53 (resources), 57P (shutdown), 40001 and 40P01 (serialization failure
 * and deadlock, where a retry helps). Also a disk that is full, read-only or failing.
 */
const unavailableCode = /^(ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|08\w{3}|53\w{3}|57P0\d|40001|40P01)$/;
/** Driver messages without a code: a broken connection, or a statement outdated by a migration (db/preparing.ts). */
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
