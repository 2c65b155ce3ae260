import type { MigrationStep } from './carryOver.ts';

/** An answer by its form and the names on the way to it. Without names, the whole form. */
export interface Origin {
  form: string;
  names: readonly string[];
}

/** Returns where an answer was before the earlier steps of its migration renamed or moved it. */
export const originOf = (target: Origin, earlier: readonly MigrationStep[]): Origin => earlier.reduceRight(before, target);

function before({ form, names }: Origin, { rename, move }: MigrationStep): Origin {
  if (rename && rename.field === undefined && rename.to === form) return { form: rename.form, names };
  if (rename?.field !== undefined && rename.form === form) {
    const was = rename.field.split('.');
    const now = [...was.slice(0, -1), rename.to];
    if (now.every((name, index) => names[index] === name)) return { form, names: [...was, ...names.slice(was.length)] };
  }
  if (move && move.toForm === form && names[0] === (move.to ?? move.field))
    return { form: move.form, names: [move.field, ...names.slice(1)] };
  return { form, names };
}
