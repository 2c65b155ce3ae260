import type { ProblemDocument } from '../../server/contract/schemas.ts';

/** The code of every failure to reach the server (flows/errors.json, E01). */
export const networkAbnormal = 'networkAbnormal';

type Details = Partial<Pick<ProblemDocument, 'status' | 'problems' | 'position' | 'params'>>;

/** What the server refused, or that it could not be reached. The words of `code` are `errors.<code>`. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
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

/** The problem in a failed answer. An answer that is no problem document comes from something between us and the server. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const document = typeof body === 'object' && body !== null ? (body as Partial<ProblemDocument>) : {};
  if (typeof document.code === 'string') return new ApiProblem(document.code, { ...document, status });
  return new ApiProblem(status >= 502 && status <= 504 ? 'unavailable' : 'internal', { status });
}

/** No answer, or one that says to try again. */
export const isPassing = (error: unknown): boolean => error instanceof ApiProblem && (error.status === 0 || error.code === 'unavailable');
