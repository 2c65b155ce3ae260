import type { PropertySchema } from '../../config/form.ts';
import type { Errors } from '../../config/screen.ts';
import { nearMiss, type JsonSchema } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { screenAt } from './routes.ts';

type Reaction = Errors['errors'][string];

/** Statuses with which RFC 9110 §10.2.3 and RFC 6585 §4 allow Retry-After. */
const later: ReadonlySet<number> = new Set([429, 503]);

/** Checks that the reactions of the error catalogue are possible: their field, what they set, where they lead, and when to retry. */
export function checkErrors(analysis: Analysis): Located[] {
  const fields = fieldsOf(analysis);
  return analysis.project.all('errors').flatMap(({ document, value }) =>
    Object.entries(value.errors).flatMap(([code, error]) => {
      const pointer = pointerTo('/errors', code);
      const found = [
        ...ofField(error, fields),
        ...ofRetry(error),
        ...ofSession(error, analysis),
        ...ofLogin(error, analysis),
        ...ofCure(code, error, analysis),
      ];
      return found.map((finding): Located => ({ document, finding: { ...finding, pointer: `${pointer}${finding.pointer}` } }));
    }),
  );
}

interface Owner {
  properties?: Readonly<Record<string, PropertySchema>> | undefined;
}

/** The names of all fields and their parts. */
function fieldsOf({ project, forms }: Analysis): ReadonlySet<string> | undefined {
  if (project.isBroken('form')) return undefined;
  const namesIn = ({ properties = {} }: Owner): string[] =>
    Object.entries(properties).flatMap(([name, property]) => [name, ...namesIn(property.items ?? property)]);
  return new Set([...forms.values()].flatMap(({ schema }) => namesIn(schema)));
}

function ofField({ field, reaction }: Reaction, known: ReadonlySet<string> | undefined): Finding[] {
  if (field === undefined) return [];
  if (reaction !== 'field')
    return [
      {
        code: 'impossible-reaction',
        pointer: '/field',
        message: 'Only the reaction "field" shows the error at a field.',
        fix: 'Remove "field", or set "reaction" to "field".',
      },
    ];
  if (!known || known.has(field)) return [];
  return [{ code: 'unknown-field', pointer: '/field', message: `No form has a field "${field}".`, ...nearMiss(field, [...known]) }];
}

function ofRetry({ status, retryAfterSeconds }: Reaction): Finding[] {
  if (retryAfterSeconds === undefined || later.has(status)) return [];
  const message = `${status} tells clients not to retry, but "retryAfterSeconds" tells them to retry.`;
  const fix = 'Use 503 for an outage or a pause, 429 for a limit, or remove "retryAfterSeconds".';
  return [{ code: 'retry-status', pointer: '/status', message, fix }];
}

function ofSession({ set = {} }: Reaction, { project }: Analysis): Finding[] {
  const session: JsonSchema = project.registry.namespaces['session'] ?? {};
  const known = Object.keys(session.properties ?? {});
  if (known.length === 0) return [];
  return Object.entries(set).flatMap(([name, value]): Finding[] => {
    const pointer = pointerTo('/set', name);
    const part = session.properties?.[name];
    const message = `The session has no value "${name}", so nothing can read it.`;
    if (!part) return [{ code: 'unknown-session-value', pointer, at: 'key', message, ...nearMiss(name, known) }];
    const { type } = part as { type?: string };
    const isRight = type === undefined || type === typeof value || (type === 'integer' && Number.isInteger(value));
    return isRight ? [] : [{ code: 'wrong-type', pointer, message: `Expected ${type}, but this is ${JSON.stringify(value)}.` }];
  });
}

/** A person without a session cannot open a screen that needs one. */
function ofLogin({ status, reaction }: Reaction, { project }: Analysis): Finding[] {
  if (status !== 401 || typeof reaction !== 'object' || !('go' in reaction)) return [];
  const screen = screenAt(project, reaction.go);
  if (screen === undefined || project.get('screen', screen)?.value.noCheck) return [];
  const message = `The session has ended, but the screen "${screen}" needs one.`;
  return [{ code: 'login-needs-session', pointer: '/reaction/go', message, fix: 'Redirect to the login screen.' }];
}

/** After such an error people continue from a screen that removes its cause, or from the login. */
function ofCure(code: string, { reaction }: Reaction, { project, sites }: Analysis): Finding[] {
  const cures = Object.values(project.registry.operations).flatMap(({ id, cures: cured = [] }) => (cured.includes(code) ? [id] : []));
  if (cures.length === 0) return [];
  const target = typeof reaction === 'string' || 'refill' in reaction ? undefined : 'go' in reaction ? reaction.go : reaction.ask;
  const screen = project.get('screen', screenAt(project, target ?? '') ?? '');
  // A route that does not exist has its own finding.
  if (target !== undefined && !screen) return [];
  const calls = screen
    ? sites(screen)
        .references.filter((site) => site.target === 'operation')
        .map(({ name }) => name)
    : [];
  if (screen?.value.noCheck || cures.some((id) => calls.includes(id))) return [];
  const named = cures.map((id) => `"${id}"`).join(' or ');
  const message = `People could not continue: this reaction leads to no screen that calls ${named}.`;
  return [{ code: 'impossible-reaction', pointer: '/reaction', message, fix: 'Lead to such a screen with "go" or "ask".' }];
}
