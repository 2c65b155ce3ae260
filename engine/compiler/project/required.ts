import type { Needs, Registry } from '../../config/definitions.ts';
import type { Located } from '../diagnostics.ts';
import { createDocument } from './document.ts';
import type { Entry } from './project.ts';

interface Required {
  kind: string;
  id: string;
  path: string;
}

/** The expected path of a file of a kind that code needs by id. */
const pathOf: Readonly<Record<Exclude<keyof Needs, 'document'>, (id: string) => string>> = {
  lifeCycle: (id) => `flows/lifecycles/${id}.lifecycle.json`,
  decisionTable: (id) => `flows/decisions/${id}.decisions.json`,
  corrections: (id) => `flows/${id}.json`,
};

/** Reports the files that code or other files rely on and that do not exist. `broken` contains the existing but unreadable ones. */
export function missingFiles(
  entries: readonly Entry[],
  broken: ReadonlySet<string>,
  kinds: Registry['kinds'],
  { needs = {} }: Pick<Registry, 'needs'>,
): { absent: string[]; found: Located[] } {
  const present = new Set([...entries.map(({ kind, id }) => `${kind}/${id}`), ...broken]);
  const presentKinds = new Set([...present].map((name) => name.slice(0, name.indexOf('/'))));
  const missing = [
    ...requiredKinds(entries, kinds).filter(({ kind }) => !presentKinds.has(kind)),
    ...needed(needs).filter(({ kind, id }) => !present.has(`${kind}/${id}`)),
  ];
  return {
    // References to these files get no findings of their own.
    absent: [...missing.map(({ kind, id }) => `${kind}/${id}`), ...formsOfLayouts(entries, present)],
    found: entries.length === 0 ? [] : missing.map(({ path }) => missingFile(path)),
  };
}

/** A layout without a form has its own finding. */
function formsOfLayouts(entries: readonly Entry[], present: ReadonlySet<string>): string[] {
  return entries.flatMap(({ kind, id }) => (kind === 'formUi' && !present.has(`form/${id}`) ? [`form/${id}`] : []));
}

function requiredKinds(entries: readonly Entry[], kinds: Registry['kinds']): Required[] {
  const ofCode = Object.values(kinds).flatMap(({ name, required }) => (required === undefined ? [] : [anyOf(name, required)]));
  const readsConditions = () => entries.some(({ document }) => /"[^"]*\bconditions\.[A-Za-z]/.test(document.text));
  const hasConditions = entries.some(({ kind }) => kind === 'conditions');
  return hasConditions || !readsConditions() ? ofCode : [...ofCode, anyOf('conditions', 'flows/conditions.json')];
}

const anyOf = (kind: string, path: string): Required => ({ kind, id: '', path });

function needed({ document: _documents, ...needs }: Needs): Required[] {
  return (Object.keys(pathOf) as (keyof typeof pathOf)[]).flatMap((kind) =>
    (needs[kind] ?? []).map((id): Required => ({ kind, id, path: pathOf[kind](id) })),
  );
}

function missingFile(path: string): Located {
  const message = `The configuration needs ${path}.`;
  const fix = 'Restore the file, or first change the code or the files that rely on it.';
  return { document: createDocument(path, '', undefined, () => undefined), finding: { code: 'missing-file', pointer: '', message, fix } };
}
