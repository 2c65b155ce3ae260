import type { Problem, ProblemDocument } from '../contract/schemas.ts';
import type { Manifest } from '../../engine/compiler/types.ts';

/** What a problem says beside its code. */
export interface ProblemDetails {
  /** Values for the placeholders of its words; `seconds` also becomes Retry-After. */
  params?: Record<string, unknown>;
  problems?: Problem[];
  position?: NonNullable<ProblemDocument['position']>;
  /** For developers; never personal data. */
  detail?: string;
}

/** A refusal that the caller must hear of: a code of the error catalogue. Not a bug, so it has no stack in the log. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: string;
  readonly details: ProblemDetails;
  constructor(code: string, details: ProblemDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/**
 * Ends the request with a problem document of this code (RFC 9457). Its status and reaction stand in flows/errors.json,
 * its words in locales under `errors.<code>`.
 *
 * @example fail('tooFrequent', { params: { seconds: 42 } })
 */
export function fail(code: string, details: ProblemDetails = {}): never {
  throw new ProblemError(code, details);
}

/** Codes that the server itself answers with, for a catalogue that leaves them out. */
const fallbackStatus: Record<string, number> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  imageCodeRequired: 403,
  notFound: 404,
  requestTimeout: 408,
  conflict: 409,
  outOfOrder: 409,
  payloadTooLarge: 413,
  codeIncorrect: 422,
  idempotencyMismatch: 422,
  invalidAnswers: 422,
  privacyNotAccepted: 422,
  securityLock: 423,
  smsLimit: 429,
  tooFrequent: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
};

const wordsOf = (code: string) => code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The document for a problem, by the catalogue of the active release. */
export function problemDocument(problem: ProblemError, catalogue: Manifest['errors'], requestId: string): ProblemDocument {
  const { code, details } = problem;
  return {
    type: `/api/docs#error-${code}`,
    title: wordsOf(code),
    status: catalogue[code]?.status ?? fallbackStatus[code] ?? 422,
    code,
    instance: requestId,
    ...details,
  };
}

/** Seconds after which trying again makes sense (RFC 9110 §10.2.3). */
export function retryAfterSeconds(problem: ProblemError, catalogue: Manifest['errors'], status: number): number | undefined {
  const given = problem.details.params?.['seconds'];
  if (typeof given === 'number') return Math.max(1, Math.ceil(given));
  return catalogue[problem.code]?.retryAfterSeconds ?? (status === 503 ? 5 : undefined);
}
