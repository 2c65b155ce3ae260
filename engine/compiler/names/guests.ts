import type { FlowStep } from '../../config/flow.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { placedSteps } from '../project/subFlows.ts';
import { screenAt } from './routes.ts';
import { widgetsOf } from './screens.ts';

type GuestStep = FlowStep & { guest: NonNullable<FlowStep['guest']> };

/** Checks steps for guests: the properties that such a step may have, and the contents of its two screens. */
export function checkGuests(analysis: Analysis): Located[] {
  return analysis.project.all('flow').flatMap((entry) =>
    placedSteps(entry, analysis.project).flatMap(({ step, document, pointer }) => {
      if (!step.guest) return [];
      const guestStep: GuestStep = { ...step, guest: step.guest };
      const unfit = [...misfits(guestStep), ...uploadsOf(guestStep, analysis)];
      const found = unfit.length > 0 ? unfit : [...ownersScreen(guestStep, analysis), ...guestsScreen(guestStep, entry.id, analysis)];
      return found.map((finding) => ({ document, finding: { ...finding, pointer: `${pointer}${finding.pointer}` } }));
    }),
  );
}

function misfits(step: GuestStep): Finding[] {
  const unfit = (['forEach', 'optional', 'check', 'until'] as const).filter((name) => step[name] !== undefined);
  const found = unfit.map((name): Finding => ({
    code: 'guest-step',
    pointer: `/${name}`,
    message: `A guest answers the step "${step.id}", so it cannot have "${name}".`,
  }));
  if (step.form === undefined) found.push({ code: 'guest-step', pointer: '/guest', message: 'A guest needs a form to answer ("form").' });
  return found;
}

function uploadsOf({ form }: GuestStep, { project, forms }: Analysis): Finding[] {
  const bundled = form === undefined ? undefined : forms.get(form);
  const widget = bundled && widgetsOf(bundled, project).find((name) => project.registry.widgets[name]?.uploads);
  if (widget === undefined) return [];
  const message = `The form "${form}" asks for a file (widget "${widget}"). A guest cannot upload one.`;
  return [{ code: 'guest-step', pointer: '/form', message }];
}

function shownBy({ project, sites }: Analysis, route: string) {
  const id = screenAt(project, route);
  const entry = id === undefined ? undefined : project.get('screen', id);
  if (!entry) return undefined;
  const { blocks, references } = sites(entry);
  const forms = references.flatMap(({ target, name }) => (target === 'form' ? [name] : []));
  return { id: entry.id, screen: entry.value, blocks: new Set(blocks.map(({ name }) => name)), forms };
}

function ownersScreen({ route, form }: GuestStep, analysis: Analysis): Finding[] {
  const shown = shownBy(analysis, route);
  if (!shown) return [];
  const screen = (message: string): Finding => ({ code: 'guest-screen', pointer: '/route', message });
  return [
    ...(shown.blocks.has('invitation') ? [] : [screen(`The screen "${shown.id}" does not show the block "invitation".`)]),
    ...(form !== undefined && shown.forms.includes(form)
      ? [screen(`The screen "${shown.id}" shows the form "${form}", which a guest answers.`)]
      : []),
  ];
}

function guestsScreen({ form, guest }: GuestStep, flow: string, analysis: Analysis): Finding[] {
  const [shown, done] = [shownBy(analysis, guest.route), shownBy(analysis, guest.done)];
  const found: Finding[] = [];
  const at = (name: 'route' | 'done', message: string) => found.push({ code: 'guest-screen', pointer: `/guest/${name}`, message });
  if (done && done.screen.noCheck !== true)
    at('done', `The screen "${done.id}" needs a login, which a guest does not have. Add "noCheck": true.`);
  if (!shown) return found;
  const { operations } = analysis.project.registry;
  const { id, screen, forms } = shown;
  if (screen.noCheck !== true) at('route', `The screen "${id}" needs a login, which a guest does not have. Add "noCheck": true.`);
  if (screen.flow !== flow) at('route', `The screen "${id}" does not show this flow. Add "flow": "${flow}" to it.`);
  if (form !== undefined && !forms.includes(form)) at('route', `The screen "${id}" does not show the form "${form}".`);
  const others = forms.filter((name) => name !== form);
  if (others.length > 0) at('route', `The screen "${id}" shows the form "${others[0] ?? ''}" too. A guest answers "${form ?? ''}" only.`);
  for (const { op } of Object.values(screen.data ?? {}))
    if (operations[op] && !operations[op].noCheck) at('route', `The screen "${id}" calls "${op}", which needs a login.`);
  return found;
}
