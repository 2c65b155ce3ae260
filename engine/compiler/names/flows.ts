import type { Flow } from '../../config/flow.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { placedSteps, type PlacedStep } from '../project/subFlows.ts';
import { circleOf } from './circles.ts';
import { checkGuests } from './guests.ts';
import { checkItems } from './items.ts';
import { screenAt } from './routes.ts';
import { checkSubFlows } from './subFlows.ts';

/** Checks that steps have unique ids, ask for a form or review, and are on a screen that shows their flow. */
export function checkFlows(analysis: Analysis): Located[] {
  const { project } = analysis;
  return [
    ...project.all('flow').flatMap((entry) => [...ofFlow(entry, project), ...ofAnswersFrom(entry, project)]),
    ...project.all('screen').flatMap((entry) => idleQuestions(entry, analysis)),
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

type Asking = readonly Pick<Flow['steps'][number], 'form'>[];

const shareForms = (steps: Asking, others: Asking): boolean =>
  steps.some(({ form }) => form !== undefined && others.some((other) => other.form === form));

/** A flow that begins with the answers of another one must ask some of its forms, and come after it. */
function ofAnswersFrom({ id, value: { answersFrom, steps }, document }: Entry<Flow>, project: Project): Located[] {
  const other = answersFrom === undefined ? undefined : project.get('flow', answersFrom)?.value;
  if (!other) return [];
  const finding = (message: string, fix = 'Name the flow that asks for these forms first, or remove "answersFrom".'): Located[] => [
    { document, finding: { code: 'no-answers-to-take', pointer: '/answersFrom', message, fix } },
  ];
  if (other.id === id) return finding('A flow cannot begin with its own answers.');
  if (!shareForms(steps, other.steps)) return finding(`The flow "${other.id}" asks for none of this flow's forms.`);
  const circle = circleOf(id, (flow) => project.get('flow', flow)?.value.answersFrom);
  if (!circle) return [];
  const message = `The flows ${circle.map((each) => `"${each}"`).join(' and ')} begin with the answers of each other.`;
  return finding(message, 'Remove "answersFrom" from the flow that people go through first.');
}

/** Reports forms that ask whether earlier answers are still right, although nothing fills in any. */
function idleQuestions(entry: Entry<Screen>, { project, sites }: Analysis): Located[] {
  const { value, document } = entry;
  const flow = value.flow === undefined ? undefined : project.get('flow', value.flow)?.value;
  const earlier = flow?.answersFrom === undefined ? undefined : project.get('flow', flow.answersFrom)?.value;
  // A wrong `answersFrom` is reported at the flow.
  if (flow?.answersFrom !== undefined && (!earlier || !shareForms(flow.steps, earlier.steps))) return [];
  return sites(entry).blocks.flatMap(({ pointer, value: block }): Located[] => {
    const { askPrefilled, prefill, form } = block;
    if (askPrefilled !== true || prefill !== undefined || earlier?.steps.some((step) => step.form === form)) return [];
    const message = `Nothing fills in answers of "${String(form)}" here, so there is nothing to ask about.`;
    const fix = 'Add "prefill" to the block or "answersFrom" to the flow, or remove "askPrefilled".';
    return [{ document, finding: { code: 'asks-nothing', pointer: `${pointer}/askPrefilled`, at: 'key', message, fix } }];
  });
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
