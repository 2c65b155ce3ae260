import type { Flow } from '../../config/flow.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { placedSteps, type PlacedStep } from '../project/subFlows.ts';
import { checkGuests } from './guests.ts';
import { checkItems } from './items.ts';
import { screenAt } from './routes.ts';
import { checkSubFlows } from './subFlows.ts';

/** Checks that steps have unique ids, ask for a form or review, and are on a screen that shows their flow. */
export function checkFlows(analysis: Analysis): Located[] {
  const { project } = analysis;
  return [
    ...project.all('flow').flatMap((entry) => ofFlow(entry, project)),
    ...checkItems(analysis),
    ...checkGuests(analysis),
    ...checkSubFlows(project),
    ...project.all('screen').flatMap((entry) => strays(entry, analysis)),
  ];
}

/** A screen that names a flow must belong to one of its steps. It can also show a part of a step, such as a page to choose one field. */
function strays(entry: Entry<Screen>, { project, sites }: Analysis): Located[] {
  const { value, document } = entry;
  const flow = value.flow === undefined ? undefined : project.get('flow', value.flow)?.value;
  if (
    !flow ||
    // An unknown step, or one with a wrong route, may belong to this screen.
    project.lacksSteps ||
    flow.steps.some(({ route }) => [undefined, entry.id].includes(screenAt(project, route))) ||
    flow.steps.some(({ route, guest }) => [value.route, ...(value.aliases ?? [])].some((own) => own === route || own === guest?.route))
  )
    return [];
  const asked = new Set(flow.steps.map(({ form }) => form));
  if (sites(entry).references.some(({ target, name }) => target === 'form' && asked.has(name))) return [];
  const message = `The flow "${value.flow}" has no step at ${value.route}.`;
  return [{ document, finding: { code: 'screen-without-step', pointer: '/flow', message } }];
}

function ofFlow(entry: Entry<Flow>, project: Project): Located[] {
  const ids = new Set<string>();
  const forms = new Map<string, string>();
  return placedSteps(entry, project).flatMap((placed) => {
    const { step, document } = placed;
    const found = [...duplicates(placed, ids, forms), ...ofStep(placed), ...ofScreen(entry.id, placed, project)];
    ids.add(step.id);
    if (step.form !== undefined) forms.set(step.form, step.id);
    return found.map((finding) => ({ document, finding }));
  });
}

function duplicates({ step, pointer }: PlacedStep, ids: ReadonlySet<string>, forms: ReadonlyMap<string, string>): Finding[] {
  const other = step.form === undefined ? undefined : forms.get(step.form);
  return [
    ...(ids.has(step.id)
      ? [{ code: 'duplicate-id' as const, pointer: `${pointer}/id`, message: `Another step of this flow is called "${step.id}".` }]
      : []),
    ...(other === undefined
      ? []
      : [{ code: 'duplicate-form' as const, pointer: `${pointer}/form`, message: `The step "${other}" already asks for this form.` }]),
  ];
}

function ofStep({ step, pointer }: PlacedStep): Finding[] {
  const found: Finding[] = [];
  if (step.kind !== 'review' && step.form === undefined)
    found.push({ code: 'missing-property', pointer, message: 'A step needs a form ("form") or a review ("kind": "review").' });
  if (step.optional && step.form === undefined)
    found.push({ code: 'missing-property', pointer: `${pointer}/optional`, message: 'Only a step with a form can be optional.' });
  return found;
}

function ofScreen(flow: string, { step, pointer }: PlacedStep, project: Project): Finding[] {
  const screen = screenAt(project, step.route);
  const shown = screen === undefined ? undefined : project.get('screen', screen)?.value.flow;
  if (screen === undefined || shown === flow || (shown !== undefined && !project.get('flow', shown))) return [];
  const message = `The screen "${screen}" does not show this flow. Add "flow": "${flow}" to it.`;
  return [{ code: 'step-without-screen', pointer: `${pointer}/route`, message }];
}
