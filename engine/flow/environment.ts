import type { Answers } from '../config/definitions.ts';
import { settle, transientFields } from '../form/applicability.ts';
import { checkForm } from '../form/check.ts';
import { contextOf, type Report } from '../form/context.ts';
import { hashAnswers } from '../form/hash.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import type { CompiledStep, FlowEnvironment } from './types.ts';

export interface FlowEnvironmentOptions {
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
export function flowEnvironment({ module, surroundings, digest = hashAnswers, report }: FlowEnvironmentOptions): FlowEnvironment {
  const reported = report ? { report } : {};
  const settled = (form: string, answers: Answers) => {
    const context = contextOf({ ...surroundings, answers }, form, answers[form] ?? {});
    return settle(module(form), context, { stored: true, given: true, ...reported });
  };
  return {
    surroundings,
    check: (form, answers) => {
      const context = contextOf({ ...surroundings, answers }, form, answers[form] ?? {});
      return checkForm(module(form), context, { kept: transientFields(module(form)), ...reported });
    },
    hash: (step: CompiledStep, answers: Answers) =>
      digest(step.form === undefined ? mapForms(answers, (form) => settled(form, answers)) : settled(step.form, answers)),
  };
}

function mapForms(answers: Answers, settled: (form: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.keys(answers).map((form) => [form, settled(form)]));
}
