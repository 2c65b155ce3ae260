import { rulesAt } from './rules.ts';
import type { FieldModule, FormModule, RuleModule } from './types.ts';

/** One field of a module with everything that a check needs. */
export interface PlannedField {
  name: string;
  definition: FieldModule;
  /** The name of its condition in reports. */
  where: string;
  /** Objects inherit a property of this name, so it needs an own-property check. */
  isInherited: boolean;
  /** The rules that show their problem at this field. */
  rules: readonly RuleModule[];
}

/** A module indexed by position, which saves name lookups during a check. */
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

export const whereOf = (module: FormModule, field: string): string => `${module.id}.${field} x-when`;
