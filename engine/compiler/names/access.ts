import type { Screen } from '../../config/screen.ts';
import { valueAt } from '../../config/valueAt.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';
import { screenAt } from './routes.ts';

/** Checks that screens without a session only call operations that need none, and that the way to a session needs none either. */
export function checkAccess(analysis: Analysis): Located[] {
  const { project } = analysis;
  return [
    ...project.all('screen').flatMap((entry) => ofScreen(entry, analysis).map((finding) => ({ document: entry.document, finding }))),
    ...project.all('navigation').flatMap(({ document, value }) =>
      value.rules.flatMap(({ when, go, enabled }, index): Located[] => {
        const id = screenAt(project, go);
        const isOpen = id === undefined || project.get('screen', id)?.value.noCheck === true;
        if (enabled === false || isOpen || !/!\s*route\.noCheck\b/.test(when)) return [];
        const message = `The rule sends people without a session to "${id}", which needs a session: this is an endless loop.`;
        const fix = `Add "noCheck": true to the screen "${id}".`;
        return [{ document, finding: { code: 'login-needs-session', pointer: `/rules/${index}/go`, message, fix } }];
      }),
    ),
  ];
}

function ofScreen(entry: Entry<Screen>, { project, sites }: Analysis): Finding[] {
  const { operations } = project.registry;
  const { noCheck, internal } = entry.value;
  if (internal) return [];
  const calls = sites(entry).calls.filter(({ operation }) => Object.hasOwn(operations, operation));
  const opening = calls.find(({ operation }) => operations[operation]?.noCheck && operations[operation].method !== 'GET');
  if (!noCheck) {
    if (!opening) return [];
    const message = `"${opening.operation}" serves people without a session, but the screen needs one.`;
    return [{ code: 'login-needs-session', pointer: '/id', message, fix: 'Add "noCheck": true to the screen.' }];
  }
  return calls.flatMap(({ operation, pointer, assumed }): Finding[] => {
    // A condition may test for a session in its own way, such as through the screen's data.
    const own = valueAt(entry.value, [...pointer.split('/').slice(1), 'when']);
    if (operations[operation]?.noCheck || assumed.length > 0 || own !== undefined) return [];
    const message = `Everybody can open this screen, but "${operation}" needs a session.`;
    return [{ code: 'session-needed', pointer, message, fix: 'Remove "noCheck", or add a "when" that checks for a session.' }];
  });
}
