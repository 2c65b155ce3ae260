import type { CarryOver, MigrationStep } from '../config/carryOver.ts';
import { pendingMigrations } from '../migrate/index.ts';
import type { Change, Loss } from './types.ts';

/**
 * Returns the changes that break drafts and are not covered: no step of a new migration handles them, and no new migration sets a
 * policy for invalid drafts.
 *
 * @param hash the previous release, which migrations name as `from`
 */
export function uncovered(changes: readonly Change[], hash: string, before?: CarryOver, after?: CarryOver): Change[] {
  const pending = pendingMigrations(hash, before, after);
  if (pending.otherwise) return [];
  const isTaken = ({ code, loses }: Change) =>
    // The data is sealed or unsealed automatically. The migration only has to show that the change is intended.
    code === 'sensitivity-changed' ? pending.migrations.length > 0 : pending.steps.some((step) => loses && takes(step, loses));
  return changes.filter((change) => change.class === 'DRAFT-BREAKING' && !isTaken(change));
}

/** Whether a migration step handles the lost answer, or supplies the missing one. */
function takes(
  { rename, renameStep, move, mapCode, default: preset, drop, askAgain }: MigrationStep,
  { flow, step, form, field }: Loss,
): boolean {
  if (renameStep && renameStep.flow === flow && renameStep.step === step) return true;
  if (form === undefined) return false;
  const speaksOf = (part: { form: string; field?: string } | undefined) =>
    part?.form === form && (part.field === undefined || field === undefined || part.field.split('.')[0] === field);
  const brings = (rename?.form === form && rename.to === field) || (move?.toForm === form && (move.to ?? move.field) === field);
  return brings || [rename, move, mapCode, preset, drop, askAgain].some(speaksOf);
}
