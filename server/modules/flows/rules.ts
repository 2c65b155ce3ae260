import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import { settle } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf, type Report } from '../../../engine/form/context.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import type { Problem, Surroundings } from '../../../engine/form/types.ts';
import { flowEnvironment } from '../../../engine/flow/environment.ts';
import { position } from '../../../engine/flow/position.ts';
import type { CompiledFlow, CompiledStep, FlowState, Position } from '../../../engine/flow/types.ts';
import { unknownNames } from './unknownNames.ts';
import type { LoadedForm, LoadedRelease } from '../release/types.ts';

/** A flow under one release and one borrower: everything that decides, and nothing that is stored. */
export interface FlowRules {
  release: LoadedRelease;
  flow: CompiledFlow;
  forms: ReadonlyMap<string, LoadedForm>;
  form(id: string): LoadedForm;
  position(state: FlowState): Position;
  /** What confirming a step under this state means; stored, and compared for ever after. */
  confirmation(step: CompiledStep, state: FlowState): string;
  /** Problems of stored answers. */
  check(formId: string, answers: Answers): readonly Problem[];
  /** Problems of answers as they arrive, transient and unknown ones included. */
  checkArriving(form: LoadedForm, arriving: { answers: FormAnswers; unasked: ReadonlySet<string> }, others: Answers): Problem[];
  /** What is stored of sound answers: without what does not apply and what is transient. */
  settleArriving(form: LoadedForm, self: FormAnswers, others: Answers): FormAnswers;
}

export interface Surrounding {
  /** The `session` namespace of expressions. */
  session: Record<string, unknown>;
  /** Manila day. */
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
  const contextFor = ({ module }: LoadedForm, self: FormAnswers, answers: Answers) =>
    contextOf({ ...surroundings, answers }, module.id, self);
  const positionOf = (state: FlowState) => position(flow, state, environment, report);
  return {
    release,
    flow,
    forms,
    form,
    position: positionOf,
    confirmation: (step, state) => environment.hash(step, givenUpTo(step, positionOf(state), state.answers)),
    check: (id, answers) => environment.check(id, answers),
    checkArriving: (arriving, { answers, unasked }, others) => [
      ...unknownNames(arriving.definition.schema, answers),
      ...checkForm(arriving.module, contextFor(arriving, answers, others), { kept: unasked, report }),
    ],
    settleArriving: (arriving, self, others) => settle(arriving.module, contextFor(arriving, self, others), { stored: true, report }),
  };
}

/** Answers of the forms on the path up to a step: the ones that its confirmation stands for. */
function givenUpTo(step: CompiledStep, { path }: Position, answers: Answers): Answers {
  const upTo = path.slice(0, path.findIndex(({ id }) => id === step.id) + 1);
  return Object.fromEntries(upTo.flatMap(({ form }) => (form !== undefined && answers[form] ? [[form, answers[form]]] : [])));
}

function missingForm(flowId: string, id: string): never {
  throw new Error(`flow ${flowId}: form ${id} is none of its forms`);
}
