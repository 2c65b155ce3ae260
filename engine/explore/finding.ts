import { locate, type ProductCode } from '../compiler/diagnostics.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { exploreRules, type ExploreCode } from '../config/rules/explore.ts';

/** How far a search went. */
export interface Bounds {
  /** Cases that were looked at. */
  cases: number;
  /** Whether these are all cases that the expressions can tell apart: then what was not found is not there. */
  isDecided: boolean;
}

/** A finding of exploring, in the shape of the compiler's. */
export function found(code: ExploreCode, { document }: Entry, pointer: string, message: string, witness?: unknown): Diagnostic {
  const { severity } = exploreRules[code];
  return locate(document, { code: code as string as ProductCode, severity, pointer, message, ...(witness !== undefined && { witness }) });
}

/** What was not found: a finding where the search was decided, and otherwise only that it was not. */
export function notFound(code: ExploreCode, entry: Entry, pointer: string, message: string, bounds: Bounds): Diagnostic {
  if (bounds.isDecided) return found(code, entry, pointer, `${message} (${bounds.cases} cases, which are all that matter).`, bounds);
  return found('undecided', entry, pointer, `${message}, among ${bounds.cases} cases; there may be others.`, bounds);
}
