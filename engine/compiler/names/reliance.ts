import type { Reliance } from '../../config/definitions.ts';
import type { FlowStep } from '../../config/flow.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import type { SourceDocument } from '../project/document.ts';
import { placedSteps, type PlacedStep } from '../project/subFlows.ts';

interface Use {
  title: string;
  code: Reliance;
  entry: Entry;
  pointer: string;
}

/** Checks that the configuration contains what its code relies on: answers, error codes and documents. */
export function checkReliance(analysis: Analysis): Located[] {
  const { project } = analysis;
  const uses = usesIn(analysis);
  const asking = Map.groupBy(stepsIn(project), ({ step }) => step.form);
  return once(
    [
      ...uses.flatMap((use) => (use.code.reads ?? []).map((answer) => missingAnswer(answer, use, asking, analysis))),
      ...readTooEarly(analysis),
      ...uses.flatMap((use) => (use.code.fails ?? []).map((error) => missingError(error, use, project))),
      ...(project.registry.refusals ?? []).map((error) => missingError(error, { title: 'server' }, project)),
      ...uses.flatMap((use) => Object.keys(use.code.fills ?? {}).map((id) => missingDocument(id, use, project))),
    ].filter((each) => each !== undefined),
  );
}

function usesIn({ project, sites, memo }: Analysis): Use[] {
  const { effects, operations } = project.registry;
  const code: Readonly<Record<string, Readonly<Record<string, Reliance>>>> = { effect: effects, operation: operations };
  return memo.each('uses of code', project.entries, [], (entry) =>
    sites(entry).references.flatMap(({ target, name, pointer }): Use[] => {
      const registered = code[target];
      const used = registered && Object.hasOwn(registered, name) ? registered[name] : undefined;
      return used ? [{ title: `${target} "${name}"`, code: used, entry, pointer }] : [];
    }),
  );
}

interface StepOfFlow {
  document: SourceDocument;
  step: FlowStep;
  at: string;
}

/** The steps that ask for a form, by form. */
type Asking = ReadonlyMap<string | undefined, readonly StepOfFlow[]>;

const stepsIn = (project: Project): StepOfFlow[] =>
  project.all('flow').flatMap(({ document, value: { steps } }) => steps.map((step, index) => ({ document, step, at: `/steps/${index}` })));

/** Reports the missing answer at the form that should ask for it, or at its reader if that form does not exist. */
function missingAnswer(answer: string, use: Use, asking: Asking, { project, forms }: Analysis): Located | undefined {
  const { title, entry, pointer } = use;
  const [form = '', field = ''] = answer.split('.');
  const asked = forms.get(form);
  if (project.isBroken('form', form)) return undefined;
  if (asked && Object.hasOwn(asked.schema.properties, field)) return skippableAnswer(answer, asking.get(form) ?? [], use);
  const message = `The ${title} reads "${answer}", but no form asks for it.`;
  const fix = `Keep "${field}" in the form "${form}", or change the code first.`;
  return asked
    ? { document: asked.entry.document, finding: { code: 'missing-answer', pointer: '/properties', at: 'key', message, fix } }
    : { document: entry.document, finding: { code: 'missing-answer', pointer, message, fix } };
}

/** Reports an answer that is missing if people skip the only steps with its form. A skipped step does not run its own check. */
function skippableAnswer(answer: string, asking: readonly StepOfFlow[], { title, entry, pointer }: Use): Located | undefined {
  const [first] = asking;
  if (!first || !asking.every(({ step }) => step.optional)) return undefined;
  if (first.document === entry.document && pointer === `${first.at}/check`) return undefined;
  const message = `The ${title} reads "${answer}", but people can skip the step "${first.step.id}".`;
  const fix = `Remove "optional" from "${first.step.id}", or change the code first.`;
  return { document: first.document, finding: { code: 'missing-answer', pointer: `${first.at}/optional`, message, fix } };
}

/** Reports a check, or the operation at the end of a flow, that reads answers which the flow has not asked for by then. */
function readTooEarly({ project }: Analysis): Located[] {
  const { effects, operations } = project.registry;
  return project.all('flow').flatMap((flow): Located[] => {
    const steps = placedSteps(flow, project);
    // A step whose form does not exist has a finding of its own.
    if (steps.some(({ step }) => step.form !== undefined && !project.get('form', step.form))) return [];
    const missing = (answers: readonly string[], asked: readonly PlacedStep[]) =>
      answers.find(
        (answer) => !asked.some(({ step }) => step.form === answer.split('.')[0]) && project.get('form', answer.split('.')[0] ?? ''),
      );
    const atEnd = flow.value.onComplete?.do;
    const unasked = atEnd === undefined ? undefined : missing(operations[atEnd]?.reads ?? [], steps);
    return [
      ...steps.flatMap(({ step, document, pointer }, index): Located[] => {
        const early = step.check === undefined ? undefined : missing(effects[step.check]?.reads ?? [], steps.slice(0, index + 1));
        if (early === undefined) return [];
        const message = `The check "${step.check}" reads "${early}", which is not answered yet at the step "${step.id}".`;
        const fix = `Move "check" to a step at or after the one that asks for "${early}".`;
        return [{ document, finding: { code: 'read-too-early', pointer: `${pointer}/check`, message, fix } }];
      }),
      ...(unasked === undefined
        ? []
        : [
            {
              document: flow.document,
              finding: {
                code: 'read-too-early' as const,
                pointer: '/onComplete/do',
                message: `"${atEnd}" reads "${unasked}", which no step of this flow asks for.`,
                fix: 'Call the operation that belongs to this flow.',
              },
            },
          ]),
    ];
  });
}

function missingError(error: string, { title }: Pick<Use, 'title'>, project: Project): Located | undefined {
  const catalogue = project.one('errors');
  if (!catalogue || Object.hasOwn(catalogue.value.errors, error)) return undefined;
  const message = `The ${title} fails with "${error}", which is not in the error catalogue.`;
  const fix = `Keep "${error}", or change the code first.`;
  return { document: catalogue.document, finding: { code: 'missing-error', pointer: '/errors', at: 'key', message, fix } };
}

function missingDocument(id: string, { title, entry, pointer }: Use, project: Project): Located | undefined {
  if (project.documents.some((each) => each.id === id)) return undefined;
  const message = `The ${title} fills the document "${id}", which does not exist.`;
  const fix = `Write locales/<language>/documents/${id}.md.`;
  return { document: entry.document, finding: { code: 'missing-document', pointer, message, fix } };
}

/** Reports a missing item once, even if several pieces of code need it. */
function once(found: readonly Located[]): Located[] {
  const byFix = new Map<string | undefined, Located>();
  for (const each of found) if (!byFix.has(each.finding.fix)) byFix.set(each.finding.fix, each);
  return [...byFix.values()];
}
