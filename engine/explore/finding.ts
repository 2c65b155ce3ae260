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

/** Reports that a search found nothing: as the given finding if the search was complete, otherwise as undecided. */
export function notFound(code: ExploreCode, entry: Entry, pointer: string, message: string, bounds: Bounds): Diagnostic {
  if (bounds.isDecided) return found(code, entry, pointer, `${message} (checked all ${bounds.cases} relevant cases).`, bounds);
  return found('undecided', entry, pointer, `${message} in the ${bounds.cases} checked cases. Other cases may differ.`, bounds);
}
