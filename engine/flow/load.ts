import type { Flow, FlowStep } from '../config/flow.ts';
import type { Context, Expression } from '../form/types.ts';
import type { CompiledFlow, CompiledGuest, CompiledStep } from './types.ts';

/** Compiled expressions by CEL source, as the compiler's modules export them. */
export type Expressions = Readonly<Record<string, Expression>>;
/** The generated module of a flow's, a screen's or the navigation's expressions, by their CEL source. */
export interface ExpressionModule {
  expressions: Expressions;
}

/** The default duration of a step, for the remaining time. */
const defaultStepMinutes = 0.5;

/** Combines a flow's definition with its expressions, for `position`. */
export function loadFlow(definition: Flow, expressions: Expressions): CompiledFlow {
  return { id: definition.id, version: definition.version, steps: definition.steps.map((step) => loadStep(step, expressions)) };
}

function loadStep(step: FlowStep, expressions: Expressions): CompiledStep {
  const when = allOf([step.within, step.when].flatMap((source) => (source === undefined ? [] : [conditionOf(source, expressions)])));
  return {
    id: step.id,
    route: step.route,
    kind: step.kind ?? 'form',
    minutes: step.minutes ?? defaultStepMinutes,
    ...(step.form === undefined ? {} : { form: step.form }),
    ...(step.optional ? { optional: true } : {}),
    ...(step.guest && { guest: loadGuest(step.guest, expressions) }),
    ...(step.forEach === undefined ? {} : { forEach: { list: step.forEach, group: step.group ?? step.id } }),
    ...(when ? { when } : {}),
    ...(step.until === undefined ? {} : { until: conditionOf(step.until, expressions) }),
  };
}

/** Returns a condition that holds while all of them do. */
function allOf(conditions: readonly Expression<boolean>[]): Expression<boolean> | undefined {
  const [only] = conditions;
  return conditions.length > 1 ? (context: Context) => conditions.every((condition) => condition(context)) : only;
}

const loadGuest = ({ name, phone, from, route }: NonNullable<FlowStep['guest']>, expressions: Expressions): CompiledGuest => ({
  name: conditionOf(name, expressions),
  phone: conditionOf(phone, expressions),
  from: conditionOf(from, expressions),
  route,
});

/** Returns the compiled function of a source. A missing one means that definition and module come from different releases. */
export function conditionOf(source: string, expressions: Expressions): Expression<boolean> {
  const expression = Object.hasOwn(expressions, source) ? expressions[source] : undefined;
  if (!expression) throw new Error(`No expression for: ${source}`);
  return expression as Expression<boolean>;
}
