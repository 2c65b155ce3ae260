import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import { settle, transientFields } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf, type Report } from '../../../engine/form/context.ts';
import { hashAnswers } from '../../../engine/form/hash.ts';
import type { Problem, Surroundings } from '../../../engine/form/types.ts';
import type { CompiledFlow, FlowEnvironment } from '../../../engine/flow/types.ts';
import type { LoadedForm, LoadedRelease } from '../release/types.ts';

/** A flow under one release and one borrower: everything that decides, and nothing that is stored. */
export interface FlowRules {
  release: LoadedRelease;
  flow: CompiledFlow;
  forms: ReadonlyMap<string, LoadedForm>;
  environment: FlowEnvironment;
  /** Problems of answers as they arrive, transient ones included. */
  checkArriving(form: LoadedForm, self: FormAnswers, others: Answers): Problem[];
  /** What is stored of sound answers: without what does not apply and what is transient. */
  settleArriving(form: LoadedForm, self: FormAnswers, others: Answers): FormAnswers;
}

export interface Borrower {
  /** The `session` namespace of expressions. */
  session: Record<string, unknown>;
  /** Manila day. */
  today: string;
}

/** Loads the modules of every form of a flow and makes the environment in which its position is found. */
export async function flowRules(release: LoadedRelease, flowId: string, { session, today }: Borrower, report: Report): Promise<FlowRules> {
  const flow = await release.flow(flowId);
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const forms = new Map(await Promise.all(ids.map(async (id) => [id, await release.form(id)] as const)));
  const { constants, features } = release.manifest.settings;
  const surroundings: Omit<Surroundings, 'answers'> = { session, today, constants, features };
  const contextFor = (form: LoadedForm, self: FormAnswers, answers: Answers) =>
    contextOf({ ...surroundings, answers }, form.module.id, self);
  const formOf = (id: string): LoadedForm => {
    const form = forms.get(id);
    if (!form) throw new Error(`flow ${flowId}: form ${id} is not one of its forms`);
    return form;
  };
  return {
    release,
    flow,
    forms,
    environment: {
      surroundings,
      // What is transient was checked when it arrived and was not stored, so its absence is no fault.
      check: (id, answers) =>
        checkForm(formOf(id).module, contextFor(formOf(id), answers[id] ?? {}, answers), {
          kept: transientFields(formOf(id).module),
          report,
        }),
      hash: (step, answers) => hashAnswers(step.form ? (answers[step.form] ?? {}) : answers),
    },
    checkArriving: (form, self, others) => [
      ...unknownFields(form, self),
      ...checkForm(form.module, contextFor(form, self, others), { report }),
    ],
    settleArriving: (form, self, others) => settle(form.module, contextFor(form, self, others), { stored: true, report }),
  };
}

/** The form is closed: a name that it does not have is refused, not ignored. */
const unknownFields = ({ module }: LoadedForm, self: FormAnswers): Problem[] =>
  Object.keys(self)
    .filter((field) => !Object.hasOwn(module.fields, field))
    .map((field) => ({ code: 'additionalProperties', path: `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` }));
