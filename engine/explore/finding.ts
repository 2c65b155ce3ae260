import type { Answers } from '../config/definitions.ts';
import { locate } from '../compiler/diagnostics.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Diagnostic } from '../compiler/types.ts';
import type { ExploreCode } from '../config/rules/explore.ts';

/** The extent of a search. */
export interface Bounds {
  /** The number of evaluated cases. */
  cases: number;
  /** Whether these are all cases that the expressions can distinguish. If so, a witness that was not found does not exist. */
  isDecided: boolean;
}

/** Creates a finding in the compiler's format. */
export function found(code: ExploreCode, { document }: Entry, pointer: string, message: string, witness?: unknown): Diagnostic {
  return locate(document, { code, pointer, message, ...(witness !== undefined && { witness }) });
}

/** The evidence for a finding that a search found nothing. */
export interface SearchWitness extends Bounds {
  /** Example answers for which the finding holds. */
  example?: Answers;
}

/**
 * Reports that a search found nothing: as the given finding if the search was complete, otherwise as undecided.
 *
 * @param example answers of a person whom the search met
 */
export function notFound(
  code: ExploreCode,
  entry: Entry,
  pointer: string,
  message: string,
  { cases, isDecided }: Bounds,
  example?: Answers,
): Diagnostic {
  const witness: SearchWitness = { cases, isDecided, ...(example && { example }) };
  if (isDecided) return found(code, entry, pointer, `${message} (checked all ${cases} relevant cases).`, witness);
  return found('undecided', entry, pointer, `${message} in the ${cases} checked cases. Other cases may differ.`, witness);
}
