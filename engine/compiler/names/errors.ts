import { nearMiss, type JsonSchema } from '../../expression/index.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';

/** Statuses with which RFC 9110 §10.2.3 and RFC 6585 §4 allow Retry-After. */
const retried: ReadonlySet<number> = new Set([429, 503]);

/** Checks what the error catalogue refers to: fields of forms, values of the session, and the status of what can be tried again. */
export function checkErrors({ project, forms }: Analysis): Located[] {
  const catalogue = project.one('errors');
  if (!catalogue) return [];
  const { document, value } = catalogue;
  const fields = fieldsOf([...forms.values()].map(({ schema }) => schema));
  const session = sessionNames(project);
  const isWhole = !project.isBroken('form');
  return Object.entries(value.errors).flatMap(([code, { field, set = {}, status, retryAfterSeconds }]): Located[] => {
    const pointer = pointerTo('/errors', code);
    const found: Located[] = [];
    if (field !== undefined && isWhole && !fields.has(field)) {
      const message = `No form has a field "${field}", so the error would show nowhere.`;
      found.push({ document, finding: { code: 'unknown-field', pointer: `${pointer}/field`, message, ...nearMiss(field, [...fields]) } });
    }
    for (const name of Object.keys(set)) {
      if (!session || session.has(name)) continue;
      const message = `The session has no value "${name}", so nothing can read it.`;
      const at = pointerTo(`${pointer}/set`, name);
      found.push({
        document,
        finding: { code: 'unknown-session-value', pointer: at, at: 'key', message, ...nearMiss(name, [...session]) },
      });
    }
    if (retryAfterSeconds !== undefined && !retried.has(status)) {
      const message = `${status} is final for programs, and "retryAfterSeconds" tells them to try again.`;
      const fix = 'Use 503 for an outage or a pause, 429 for a limit, or remove "retryAfterSeconds".';
      found.push({ document, finding: { code: 'retry-status', pointer: `${pointer}/status`, message, fix } });
    }
    return found;
  });
}

/** The names of all fields and their parts. */
function fieldsOf(owners: readonly { properties?: Readonly<Record<string, PropertySchema>> | undefined }[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = ({ properties = {} }: (typeof owners)[number]): void => {
    for (const [name, property] of Object.entries(properties)) {
      found.add(name);
      visit(property.items ?? property);
    }
  };
  owners.forEach(visit);
  return found;
}

function sessionNames(project: Analysis['project']): ReadonlySet<string> | undefined {
  const session: JsonSchema | undefined = project.registry.namespaces['session'];
  const properties = session?.properties;
  const settings = project.one('settings');
  return properties && settings && new Set([...Object.keys(properties), ...Object.keys(settings.value.clientDefaults)]);
}
