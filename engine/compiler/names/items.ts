import type { FlowStep } from '../../config/flow.ts';
import { itemParameter } from '../../flow/instances.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import { placedSteps, type PlacedStep } from '../project/subFlows.ts';
import { listOf } from '../scopes/answers.ts';
import { screenAt } from './routes.ts';

/** The server computes the path on every save, in time proportional to the number of steps. Nobody answers more anyway. */
const mostItems = 50;

/** Checks the steps that are asked for each item of a list. */
export function checkItems(analysis: Analysis): Located[] {
  const { project } = analysis;
  return project.all('flow').flatMap((entry) => {
    const placed = placedSteps(entry, project);
    return placed.flatMap((at, index) => {
      const earlier = placed.slice(0, index).map(({ step }) => step);
      const list = at.step.forEach === undefined ? undefined : unfitList(at.step.forEach, earlier, analysis);
      if (list !== undefined) return ofList(at, list);
      const found = [...(at.step.forEach === undefined ? [] : unfitParts(at, project, entry.id)), ...ofRoute(at, project)];
      return found.map((finding) => ({ document: at.document, finding }));
    });
  });
}

/** For a sub-flow, `forEach` is on the step that names it, so the finding is reported there, once. */
function ofList({ step, document, pointer, around }: PlacedStep, message: string): Located[] {
  if (step.group !== undefined && !around) return [];
  const at = around ?? { document, pointer };
  return [{ document: at.document, finding: { code: 'unknown-list', pointer: `${at.pointer}/forEach`, message } }];
}

/** Why steps cannot be asked for each item of a list. An unreadable form has a finding of its own. */
function unfitList(forEach: string, earlier: readonly FlowStep[], { project, forms }: Analysis): string | undefined {
  const [form = '', field = ''] = forEach.split('.');
  const list = listOf(forEach, forms);
  const source = earlier.find((each) => each.form === form);
  if (project.isBroken('form', form)) return undefined;
  if (!source) return project.lacksSteps ? undefined : `No earlier step of this flow asks for the form "${form}".`;
  if (source.forEach !== undefined) return `The form "${form}" is itself asked for each item of a list.`;
  if (!list) return forms.has(form) ? `"${forEach}" is not a list.` : undefined;
  if (list.maxItems === undefined) return `The list "${forEach}" has no "maxItems", so the number of steps has no limit.`;
  if (list.maxItems > mostItems)
    return `The list "${forEach}" can have ${list.maxItems} items. Steps for each item allow at most ${mostItems}.`;
  const { [field]: property } = forms.get(form)?.schema.properties ?? {};
  if (property?.['x-sensitive'] === 'secret' || property?.['x-transient'])
    return `"${form}.${field}" is secret or transient, so the device no longer has it at this step.`;
  return undefined;
}

function unfitParts({ step, pointer }: PlacedStep, project: Project, flow: string): Finding[] {
  const unfit = (part: string, message: string): Finding => ({ code: 'unfit-step', pointer: `${pointer}/${part}`, message });
  const others = project.all('flow').filter(({ id, value }) => id !== flow && value.steps.some((each) => each.form === step.form));
  return [
    ...(step.kind === 'review' ? [unfit('kind', 'A review cannot be asked for each item.')] : []),
    ...(step.check === undefined ? [] : [unfit('check', 'A check does not get the item, so a step for each item cannot have a check.')]),
    ...(step.until === undefined
      ? []
      : [unfit('until', 'A fact does not belong to an item, so a step for each item cannot wait for one.')]),
    ...others.map(({ id }) => unfit('form', `The flow "${id}" also asks for this form, without the item.`)),
  ];
}

/** A route without a screen has a finding of its own. */
function ofRoute({ step, pointer }: PlacedStep, project: Project): Finding[] {
  const parameters = step.route.split('/').filter((segment) => segment === itemParameter).length;
  const expected = step.forEach === undefined ? 0 : 1;
  if (parameters === expected || screenAt(project, step.route) === undefined) return [];
  const message = expected
    ? 'A step for each item of a list needs ":item" in its route.'
    : 'Only a step for each item of a list has ":item" in its route.';
  return [{ code: 'item-route', pointer: `${pointer}/route`, message }];
}
