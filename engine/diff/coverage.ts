import type { CarryOver, MigrationStep } from '../config/carryOver.ts';
import { pendingMigrations } from '../migrate/index.ts';
import type { Change, Loss } from './types.ts';

/**
 * Changes that break drafts and that nobody has spoken of: no step of a new migration takes them up, and no new migration says
 * what becomes of drafts that do not hold.
 *
 * @param hash the release before, as `from` of migrations names it
 */
export function uncovered(changes: readonly Change[], hash: string, before?: CarryOver, after?: CarryOver): Change[] {
  const pending = pendingMigrations(hash, before, after);
  if (pending.otherwise) return [];
  const isTaken = ({ code, loses }: Change) =>
    // Sealed or laid open anew by itself; that it is meant is all that has to be said.
    code === 'sensitivity-changed' ? pending.migrations.length > 0 : pending.steps.some((step) => loses && takes(step, loses));
  return changes.filter((change) => change.class === 'DRAFT-BREAKING' && !isTaken(change));
}

/** Whether a step speaks of what is lost, or brings what is missing. */
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
