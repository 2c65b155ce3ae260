import type { Side } from './side.ts';
import type { Affected, ChangeClass } from './types.ts';

/** Finds the steps and screens that a change affects. */
export function reachOf({ answers = [], steps = [], screens = [] }: Partial<Affected>, side: Side): Affected {
  const forms = new Set(answers.map((answer) => answer.split('.')[0] ?? ''));
  const asking = side.project
    .all('flow')
    .flatMap(({ id, value }) =>
      value.steps.flatMap((step) => (step.form !== undefined && forms.has(step.form) ? [`${id}.${step.id}`] : [])),
    );
  const routes = new Set(
    side.project
      .all('flow')
      .flatMap(({ id, value }) => value.steps.flatMap((step) => (steps.includes(`${id}.${step.id}`) ? [step.route] : []))),
  );
  const showing = side.project
    .all('screen')
    .filter(
      (entry) =>
        routes.has(entry.value.route) || side.sites(entry).references.some(({ target, name }) => target === 'form' && forms.has(name)),
    )
    .map(({ id }) => id);
  const sorted = (...names: readonly string[][]) => [...new Set(names.flat())].sort();
  return { answers: sorted(answers), steps: sorted(steps, asking), screens: sorted(screens, showing) };
}

/** Describes in one sentence whom a change of this class affects. */
export function whoOf(name: ChangeClass, { steps, screens }: Affected): string {
  if (name === 'COPY' || name === 'LOOK') return `Everyone who sees it${screens.length === 0 ? '' : ` on ${listed(screens)}`}.`;
  if (name === 'DRAFT-BREAKING') {
    return steps.length === 0 ? 'Drafts that contain it.' : `Drafts at or past ${listed(steps)}. New applications only see the new form.`;
  }
  if (name === 'API-BREAKING') return 'Code, links and clients that rely on it.';
  if (steps.length > 0) return `New applications and drafts with valid answers, at ${listed(steps)}. Other drafts stay on their release.`;
  return screens.length > 0 ? `Everyone on ${listed(screens)}, as soon as it is published.` : 'Everyone, as soon as it is published.';
}

const shown = 4;

function listed(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, shown).join(', '), names.length - shown];
  return rest > 0 ? `${first} and ${rest} more` : first;
}
