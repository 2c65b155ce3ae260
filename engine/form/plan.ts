import { rulesAt } from './rules.ts';
import type { FieldModule, FormModule, RuleModule } from './types.ts';

/** One field of a module, with what else a check asks about it. */
export interface PlannedField {
  name: string;
  definition: FieldModule;
  /** Its condition, as a report names it. */
  where: string;
  /** Objects inherit something of this name, so that it must be asked for as an own property. */
  isInherited: boolean;
  /** Rules whose problem is shown at it. */
  rules: readonly RuleModule[];
}

/** A module by position: a check then runs through a form without looking up a name twice. */
export interface FormPlan {
  fields: readonly PlannedField[];
  positions: ReadonlyMap<string, number>;
}

const plans = new WeakMap<FormModule, FormPlan>();

export function planOf(module: FormModule): FormPlan {
  const known = plans.get(module) ?? plan(module);
  plans.set(module, known);
  return known;
}

function plan(module: FormModule): FormPlan {
  const fields = Object.entries(module.fields).map(([name, definition]) => ({
    name,
    definition,
    where: whereOf(module, name),
    isInherited: name in Object.prototype,
    rules: rulesAt(module, name),
  }));
  return { fields, positions: new Map(fields.map(({ name }, position) => [name, position])) };
}

/** The place of a field's condition. */
export const whereOf = (module: FormModule, field: string): string => `${module.id}.${field} x-when`;
