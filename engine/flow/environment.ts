import type { Answers } from '../config/definitions.ts';
import { settle, transientFields } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import type { Report } from '../form/context.ts';
import { hashAnswers } from '../form/hash.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import { formContext, itemNumber, itemScope, withoutItem } from './instances.ts';
import type { CompiledFlow, CompiledStep, FlowEnvironment } from './types.ts';

export interface FlowEnvironmentOptions {
  flow: CompiledFlow;
  /** Returns the module of a form, or throws if there is none. */
  module: (form: string) => FormModule;
  surroundings: Omit<Surroundings, 'answers'>;
  /**
   * Hashes confirmed answers. Default: `hashAnswers`. A server that sends `confirmed` to others needs a keyed digest, because short
   * answers can be guessed from a plain hash.
   */
  digest?: (value: unknown) => string;
  report?: Report;
}

/**
 * Creates the environment for code that has all answers: the server, scenarios and tests. It checks stored answers without
 * transient fields.
 */
export function flowEnvironment({ flow, module, surroundings, digest = hashAnswers, report }: FlowEnvironmentOptions): FlowEnvironment {
  const reported = report ? { report } : {};
  const moduleOf = (form: string) => module(withoutItem(form));
  const contextIn = (form: string, answers: Answers) => formContext(flow, surroundings, answers, form);
  const settled = (form: string, answers: Answers) =>
    settle(moduleOf(form), contextIn(form, answers), { stored: true, given: true, ...reported });
  // A confirmation of an instance covers its item: if the item changes, the step is asked again.
  const confirmed = (form: string, answers: Answers) =>
    itemNumber(form) === undefined ? settled(form, answers) : [itemScope(flow, form, answers).item, settled(form, answers)];
  return {
    surroundings,
    check: (form, answers) => checkForm(moduleOf(form), contextIn(form, answers), { kept: transientFields(moduleOf(form)), ...reported }),
    hash: (step: CompiledStep, answers: Answers) =>
      digest(step.form === undefined ? mapForms(answers, (form) => settled(form, answers)) : confirmed(step.form, answers)),
  };
}

function mapForms(answers: Answers, settled: (form: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.keys(answers).map((form) => [form, settled(form)]));
}
