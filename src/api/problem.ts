import type { ProblemDocument } from '../../server/contract/schemas.ts';

/** The code for any failure to reach the server (flows/errors.json, E01). */
export const networkAbnormal = 'networkAbnormal';

type Details = Partial<Pick<ProblemDocument, 'status' | 'problems' | 'position' | 'params'>>;

/** A refusal by the server, or a failure to reach it. The text of `code` is `errors.<code>`. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problems: NonNullable<ProblemDocument['problems']>;
  readonly position: ProblemDocument['position'];
  readonly params: Record<string, unknown>;

  constructor(code: string, { status = 0, problems = [], position, params = {} }: Details = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.position = position;
    this.params = params;
  }
}

/** The problem of a failed response. A response without a problem document comes from a proxy on the way. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const document = typeof body === 'object' && body !== null ? (body as Partial<ProblemDocument>) : {};
  if (typeof document.code === 'string') return new ApiProblem(document.code, { ...document, status });
  return new ApiProblem(status >= 502 && status <= 504 ? 'unavailable' : 'internal', { status });
}

/** Whether a retry may help: there was no response, or the server is unavailable. */
export const isTransient = (error: unknown): boolean => error instanceof ApiProblem && (error.status === 0 || error.code === 'unavailable');
