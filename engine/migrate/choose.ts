import type { Migration, MigrationStep } from '../config/carryOver.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';
import { judge, type Report } from '../form/context.ts';
import { conditionOf, type Expressions } from '../flow/load.ts';
import { instanceKey, itemNumber, withoutItem } from '../flow/instances.ts';
import { migrate } from './migrate.ts';
import { originOf } from '../config/originOf.ts';
import type { ChosenStep } from './types.ts';

export interface Choosing {
  flow: string;
  /** All answers under the older release. */
  answers: Answers;
  migrations: readonly Migration[];
  /** The compiled conditions of the newer release's migrations. Empty for a release without conditions. */
  expressions: Expressions;
  report?: Report;
}

/**
 * Returns the steps of migrations. The `when` of each step is evaluated against the answers as its migration found them. Server and device
 * call it with all answers, and then apply the steps to the parts that they hold.
 */
export function chooseSteps({ flow, answers, migrations, expressions, report }: Choosing): ChosenStep[] {
  const chosen: ChosenStep[] = [];
  let found = answers;
  for (const { id, steps = [] } of migrations) {
    const old = found;
    const own = steps.map((step, index) => chosenStep(step, steps.slice(0, index), old, { where: `carryOver ${id}`, expressions, report }));
    chosen.push(...own);
    found = migrate(flow, { answers: old, places: [] }, own).answers;
  }
  return chosen;
}

type Judging = { where: string } & Pick<Choosing, 'expressions'> & { report: Report | undefined };

function chosenStep(step: MigrationStep, earlier: readonly MigrationStep[], old: Answers, judging: Judging): ChosenStep {
  const [given = {}]: { field?: string; when?: string }[] = Object.values(step);
  const { when, field = '' } = given;
  if (when === undefined) return step;
  const { expressions, where, report } = judging;
  const condition = conditionOf(when, expressions);
  const answers = byForm(old);
  return {
    ...step,
    holds: (form, items) => {
      const origin = originOf({ form: withoutItem(form), names: field.split('.').filter(Boolean) }, earlier);
      const number = itemNumber(form);
      const whole = old[number === undefined ? origin.form : instanceKey(origin.form, number)];
      const self = ownerAt(whole, origin.names.slice(0, -1), items);
      const context = {
        ...answers,
        ...(whole && { form: whole }),
        ...(self && { self }),
        ...(number !== undefined && { itemNumber: number }),
      };
      return judge(condition, context, where, report) === 'yes';
    },
  };
}

/** Answers as expressions read them: a list for a form that is asked for each item. */
function byForm(answers: Answers): Record<string, FormAnswers | FormAnswers[]> {
  const whole: Record<string, FormAnswers | FormAnswers[]> = {};
  for (const [key, given] of Object.entries(answers)) {
    const number = itemNumber(key);
    if (number === undefined) whole[key] = given;
    else whole[withoutItem(key)] ??= itemsOf(answers, withoutItem(key));
  }
  return whole;
}

function itemsOf(answers: Answers, form: string): FormAnswers[] {
  const numbers = Object.keys(answers).flatMap((key) => (withoutItem(key) === form ? (itemNumber(key) ?? []) : []));
  return Array.from({ length: Math.max(...numbers) }, (_item, index) => answers[instanceKey(form, index + 1)] ?? {});
}

/** Returns the object or list item that holds an answer. */
function ownerAt(value: unknown, names: readonly string[], items: readonly number[]): FormAnswers | undefined {
  if (Array.isArray(value)) return ownerAt(value[items[0] ?? -1], names, items.slice(1));
  if (!isPlainObject(value)) return undefined;
  const [name, ...rest] = names;
  return name === undefined ? value : ownerAt(value[name], rest, items);
}
