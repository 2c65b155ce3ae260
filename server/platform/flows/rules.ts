import type { Answers } from '../../../engine/config/definitions.ts';
import type { Report } from '../../../engine/form/context.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import type { Problem, Surroundings } from '../../../engine/form/types.ts';
import { flowEnvironment } from '../../../engine/flow/environment.ts';
import { confirmation, position } from '../../../engine/flow/position.ts';
import type { SaveRules } from '../../../engine/flow/save.ts';
import type { FlowState, Position } from '../../../engine/flow/types.ts';
import type { LoadedForm, LoadedRelease } from '../release/types.ts';

/** A flow under one release and one customer: everything that decides, and nothing that is stored. */
export interface FlowRules extends SaveRules {
  release: LoadedRelease;
  forms: ReadonlyMap<string, LoadedForm>;
  form: (id: string) => LoadedForm;
  position(state: FlowState): Position;
  /** What confirming a step under this state means; stored, and compared for ever after. Undefined off the path. */
  confirmation(step: string, state: FlowState): string | undefined;
  /** Problems of stored answers. */
  check(formId: string, answers: Answers): readonly Problem[];
}

export interface Surrounding {
  /** The `session` namespace of expressions. */
  session: Record<string, unknown>;
  /** Calendar day, YYYY-MM-DD. */
  today: string;
  /** Stands for confirmed answers without giving them away. */
  digest: (text: string) => string;
  /** Told of expressions that broke. */
  report: Report;
}

/** Loads the modules of every form of a flow; from there on all is computed without waiting. */
export async function flowRules(
  release: LoadedRelease,
  flowId: string,
  { session, today, digest, report }: Surrounding,
): Promise<FlowRules> {
  const flow = await release.flow(flowId);
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const forms = new Map(await Promise.all(ids.map(async (id) => [id, await release.form(id)] as const)));
  const form = (id: string): LoadedForm => forms.get(id) ?? missingForm(flowId, id);
  const { constants, features } = release.manifest.settings;
  const surroundings: Omit<Surroundings, 'answers'> = { session, today, constants, features };
  const environment = flowEnvironment({
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
    environment,
    report,
    position: (state) => position(flow, state, environment, report),
    confirmation: (step, state) => confirmation(flow, state, environment, step, report),
    check: (id, answers) => environment.check(id, answers),
  };
}

function missingForm(flowId: string, id: string): never {
  throw new Error(`flow ${flowId}: form ${id} is none of its forms`);
}
