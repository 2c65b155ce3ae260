import type { Cause } from '../../contract/staff/studio.ts';
import type { ProblemError } from '../problem.ts';

export const causeOf = ({ code, details }: ProblemError): Cause => ({ code, params: { ...details.params } as Cause['params'] });

/** @param sentence the only explanation in rows from before causes had codes */
export const storedCauses = (causes: Cause[] | null, sentence: string | null): Cause[] =>
  causes ?? (sentence === null ? [] : [{ code: 'told', params: { why: sentence } }]);
