import type { Flow, FlowStep } from '../config/flow.ts';
import type { Expression } from '../form/types.ts';
import type { CompiledFlow, CompiledStep } from './types.ts';

/** Compiled expressions by their CEL source, as the compiler's expression modules export them. */
export type Expressions = Readonly<Record<string, Expression>>;

/** Shown as time left for a step that does not say. */
const defaultStepMinutes = 0.5;

/** A flow's definition and its module of expressions → what `position` walks. */
export function loadFlow(definition: Flow, expressions: Expressions): CompiledFlow {
  return { id: definition.id, version: definition.version, steps: definition.steps.map((step) => loadStep(step, expressions)) };
}

function loadStep(step: FlowStep, expressions: Expressions): CompiledStep {
  return {
    id: step.id,
    route: step.route,
    kind: step.kind ?? 'form',
    minutes: step.minutes ?? defaultStepMinutes,
    ...(step.form === undefined ? {} : { form: step.form }),
    ...(step.when === undefined ? {} : { when: conditionOf(step.when, expressions) }),
    ...(step.until === undefined ? {} : { until: conditionOf(step.until, expressions) }),
  };
}

/** The function compiled from a source. That there is none means that definition and module are not of one release. */
export function conditionOf(source: string, expressions: Expressions): Expression<boolean> {
  const expression = Object.hasOwn(expressions, source) ? expressions[source] : undefined;
  if (!expression) throw new Error(`No compiled expression for: ${source}`);
  return expression as Expression<boolean>;
}
