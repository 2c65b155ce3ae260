import type { Answers } from '../../../engine/config/definitions.ts';
import type { Report } from '../../../engine/form/context.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import type { Problem, Surroundings } from '../../../engine/form/types.ts';
import { flowEnvironment } from '../../../engine/flow/environment.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { confirmation, position } from '../../../engine/flow/position.ts';
import type { FlowState, Position, SaveRules } from '../../../engine/flow/types.ts';
import type { Expressions, LoadedForm, LoadedRelease } from '../release/types.ts';

/** A flow under one release for one customer: all decisions, no stored state. */
export interface FlowRules extends SaveRules {
  release: LoadedRelease;
  forms: ReadonlyMap<string, LoadedForm>;
  /** Returns the form of a key of the answers. */
  form: (key: string) => LoadedForm;
  /** The conditions of the release's migrations. */
  carryOver: Expressions;
  position(state: FlowState): Position;
  /** Digest of what confirming a step means in this state; stored for later comparison. Undefined if the step is not on the path. */
  confirmation(step: string, state: FlowState): string | undefined;
  /** Validates stored answers. */
  check(formId: string, answers: Answers): readonly Problem[];
}

export interface Surrounding {
  /** The `session` namespace of expressions. */
  session: Record<string, unknown>;
  /** Calendar day, YYYY-MM-DD. */
  today: string;
  /** Digest of confirmed answers that does not reveal them. */
  digest: (text: string) => string;
  /** Receives expressions that threw. */
  report: Report;
}

/** Loads the modules of all forms of a flow, so that every later computation is synchronous. */
export async function flowRules(
  release: LoadedRelease,
  flowId: string,
  { session, today, digest, report }: Surrounding,
): Promise<FlowRules> {
  const flow = await release.flow(flowId);
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const carryOver = await release.carryOverExpressions();
  const forms = new Map(await Promise.all(ids.map(async (id) => [id, await release.form(id)] as const)));
  const form = (key: string): LoadedForm => forms.get(withoutItem(key)) ?? missingForm(flowId, key);
  const { constants, features } = release.manifest.settings;
  const surroundings: Omit<Surroundings, 'answers'> = { session, today, constants, features };
  const environment = flowEnvironment({
    flow,
    module: (id) => form(id).module,
    surroundings,
    digest: (value) => digest(stableJson(value)),
    report,
  });
  return {
    release,
    flow,
    forms,
    form,
    carryOver,
    environment,
    report,
    position: oncePerState((state) => position(flow, state, environment, report)),
    confirmation: (step, state) => confirmation(flow, state, environment, step, report),
    check: (id, answers) => environment.check(id, answers),
  };
}

/** A request asks for the position of one state several times, and nothing changes a state: a change makes a new one. */
function oncePerState(compute: (state: FlowState) => Position): (state: FlowState) => Position {
  const computed = new WeakMap<FlowState, Position>();
  return (state) => {
    const known = computed.get(state) ?? compute(state);
    computed.set(state, known);
    return known;
  };
}

function missingForm(flowId: string, id: string): never {
  throw new Error(`flow ${flowId}: it has no form ${id}`);
}
