import { checkPastConditions } from '../compiler/index.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { describeChanges } from '../diff/index.ts';
import { compare, firstMigrations, type Compared, type Comparison } from './compare.ts';
import type { CarryOverPolicy, CliDeps } from './types.ts';

/** The facts that decide whether a release may follow another. */
export interface Judgement extends Comparison {
  /** Migration conditions that read answers which applications in progress cannot have. */
  misfits: Diagnostic[];
}

export function judge(before: Compared, after: Compared, { registry }: Pick<CliDeps, 'registry'>): Judgement {
  const ids = firstMigrations(before, after);
  return { ...compare(before, after, { registry }), misfits: checkPastConditions(after.files, { past: before.files, ids, registry }) };
}

/** Why a release must not follow the active one: it breaks applications in progress, and neither a migration nor a policy covers them. */
export function refusalOf({ open, misfits }: Judgement, policy: CarryOverPolicy | undefined): string | undefined {
  if (misfits.length > 0) return 'Not published: a migration reads answers that the active release does not have.';
  if (open.length === 0 || policy !== undefined) return undefined;
  return `${describeChanges(open)}\n\nNot published: this release breaks applications in progress. Add a migration to flows/carryOver.json, or pass --carry-over pin or --carry-over restart.`;
}
