import type { Side } from './side.ts';
import type { Affected, ChangeClass } from './types.ts';

/** Steps and screens that ask or show what a change is about. */
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

/** Whom a change of this class meets, in one sentence. */
export function whoOf(name: ChangeClass, { steps, screens }: Affected): string {
  if (name === 'COPY' || name === 'LOOK') return `Everyone who sees it${screens.length === 0 ? '' : ` on ${listed(screens)}`}.`;
  if (name === 'DRAFT-BREAKING') {
    return steps.length === 0 ? 'Drafts that hold it.' : `Drafts at or past ${listed(steps)}; who begins anew meets only the new form.`;
  }
  if (name === 'API-BREAKING') return 'Code, addresses and clients that rely on it.';
  if (steps.length > 0)
    return `Who begins anew, and drafts whose answers still hold, at ${listed(steps)}; others stay under the release they were begun with.`;
  return screens.length > 0
    ? `Everyone on ${listed(screens)}, from the moment it is published.`
    : 'Everyone, from the moment it is published.';
}

const shown = 4;

function listed(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, shown).join(', '), names.length - shown];
  return rest > 0 ? `${first} and ${rest} more` : first;
}
