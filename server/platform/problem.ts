import type { Problem, ProblemDocument } from '../contract/schemas.ts';
import type { Manifest } from '../../engine/compiler/types.ts';

/** Details of a problem in addition to its code. */
export interface ProblemDetails {
  /** Values for the placeholders of the message. `seconds` also sets Retry-After. */
  params?: Record<string, unknown>;
  problems?: Problem[];
  position?: NonNullable<ProblemDocument['position']>;
  /** For developers. Never personal data. */
  detail?: string;
}

/** A refusal with a code of the error catalogue. It is not a bug, so the log has no stack trace. */
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
 * Ends the request with a problem document (RFC 9457). flows/errors.json defines the status and reaction of the code, locales its message
 * under `errors.<code>`.
 *
 * @example fail('tooFrequent', { params: { seconds: 42 } })
 */
export function fail(code: string, details: ProblemDetails = {}): never {
  throw new ProblemError(code, details);
}

/** A refusal as data. Screens show the words of its code, the command line and logs its sentence. */
export interface Refusal {
  code: string;
  params: Record<string, string | number>;
  detail: string;
}

/** @example refusal('changesFull', 'Publish or abandon some changes first.', { most: 50 }) */
export const refusal = (code: string, detail: string, params: Refusal['params'] = {}): Refusal => ({ code, params, detail });

export const refuse = ({ code, ...details }: Refusal): never => fail(code, details);

/** Statuses of codes that the server itself uses, in case the catalogue omits them. */
const fallbackStatus: Record<string, number> = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  freshCodeRequired: 403,
  factorMissing: 403,
  imageCodeRequired: 403,
  notFound: 404,
  requestTimeout: 408,
  alarmDone: 409,
  claimed: 409,
  conflict: 409,
  emergencyAccount: 409,
  hasLogin: 409,
  identityTaken: 409,
  lastFactor: 409,
  nameTaken: 409,
  nobodyApproves: 409,
  noCustomer: 409,
  notesFull: 409,
  nothingWaits: 409,
  outOfOrder: 409,
  ownLink: 409,
  ownRights: 409,
  passkeysFull: 409,
  proposalGone: 409,
  proposalVoid: 409,
  proposedAlready: 409,
  providerOnly: 409,
  sameRights: 409,
  secondNeeded: 409,
  workDone: 409,
  linkGone: 410,
  payloadTooLarge: 413,
  codeIncorrect: 422,
  idempotencyMismatch: 422,
  invalidAnswers: 422,
  passkeyRefused: 422,
  passwordIncorrect: 422,
  privacyNotAccepted: 422,
  securityLock: 423,
  revealLimit: 429,
  smsLimit: 429,
  tooFrequent: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
};

const wordsOf = (code: string) => code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Builds the problem document from the active release's catalogue. */
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

/** Seconds after which a retry makes sense (RFC 9110 §10.2.3). */
export function retryAfterSeconds(problem: ProblemError, catalogue: Manifest['errors'], status: number): number | undefined {
  const given = problem.details.params?.['seconds'];
  if (typeof given === 'number') return Math.max(1, Math.ceil(given));
  return catalogue[problem.code]?.retryAfterSeconds ?? (status === 503 ? 5 : undefined);
}
