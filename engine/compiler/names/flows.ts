import type { Flow } from '../../config/flow.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { screenAt } from './routes.ts';

/** Checks that steps have unique ids, ask for a form or review, and are on a screen that shows their flow. */
export function checkFlows(analysis: Analysis): Located[] {
  const { project } = analysis;
  const ofFlows = project
    .all('flow')
    .flatMap((entry) => findings(entry, project).map((finding) => ({ document: entry.document, finding })));
  return [...ofFlows, ...project.all('screen').flatMap((entry) => strays(entry, analysis))];
}

/** A screen that names a flow must belong to one of its steps. It can also show a part of a step, such as a page to choose one field. */
function strays(entry: Entry<Screen>, { project, sites }: Analysis): Located[] {
  const { value, document } = entry;
  const flow = value.flow === undefined ? undefined : project.get('flow', value.flow)?.value;
  if (!flow || flow.steps.some(({ route }) => [value.route, ...(value.aliases ?? [])].includes(route))) return [];
  const asked = new Set(flow.steps.map(({ form }) => form));
  if (sites(entry).references.some(({ target, name }) => target === 'form' && asked.has(name))) return [];
  const message = `The flow "${value.flow}" has no step at ${value.route}.`;
  return [{ document, finding: { code: 'screen-without-step', pointer: '/flow', message } }];
}

function findings({ id, value }: Entry<Flow>, project: Project): Finding[] {
  const ids = new Set<string>();
  const forms = new Map<string, string>();
  return value.steps.flatMap((step, index): Finding[] => {
    const pointer = `/steps/${index}`;
    const found: Finding[] = [];
    if (ids.has(step.id))
      found.push({ code: 'duplicate-id', pointer: `${pointer}/id`, message: `Another step of this flow is called "${step.id}".` });
    ids.add(step.id);
    if (step.kind !== 'review' && step.form === undefined) {
      found.push({ code: 'missing-property', pointer, message: 'A step needs a form ("form") or a review ("kind": "review").' });
    }
    if (step.optional && step.form === undefined)
      found.push({ code: 'missing-property', pointer: `${pointer}/optional`, message: 'Only a step with a form can be optional.' });
    const other = step.form === undefined ? undefined : forms.get(step.form);
    if (other !== undefined)
      found.push({ code: 'duplicate-form', pointer: `${pointer}/form`, message: `The step "${other}" already asks for this form.` });
    if (step.form !== undefined) forms.set(step.form, step.id);
    const screen = screenAt(project, step.route);
    const shown = screen === undefined ? undefined : project.get('screen', screen)?.value.flow;
    if (screen !== undefined && shown !== id && (shown === undefined || project.get('flow', shown))) {
      const message = `The screen "${screen}" does not show this flow. Add "flow": "${id}" to it.`;
      found.push({ code: 'step-without-screen', pointer: `${pointer}/route`, message });
    }
    return found;
  });
}
