import { nearMiss, type JsonSchema, type Suggestion } from '../../expression/index.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { localSchema } from '../scopes/answers.ts';

/** Checks that an action writes only values of the session or screen that expressions can read. */
export function checkWrites({ project, sites }: Analysis): Located[] {
  const session: JsonSchema | undefined = project.registry.namespaces['session'];
  if (!session?.properties) return [];
  return project.entries.flatMap((entry) =>
    sites(entry).writes.flatMap(({ name, pointer }): Located[] => {
      const local = localName(name);
      const problem = local === undefined ? unknownPart(name, session) : unknownPart(local, localSchema(entry.value as Screen));
      if (problem === undefined) return [];
      // The value of "keep" is a name; in "set", the key is.
      const at = /\/keep(\/as)?$/.test(pointer) ? 'value' : 'key';
      const finding: Finding =
        local === undefined
          ? { code: 'unknown-session-value', pointer, message: `The session has no value "${name}", so nothing can read it.`, ...problem }
          : { code: 'unknown-local-value', pointer, message: `The screen declares no local value "${local}".`, ...problem };
      return [{ document: entry.document, finding: { ...finding, at } }];
    }),
  );
}

/** Checks that actions store the parts of a response that everything afterwards relies on. */
export function checkStored({ project, sites }: Analysis): Located[] {
  const { operations } = project.registry;
  return project.entries.flatMap((entry) =>
    sites(entry).stored.flatMap(({ operation, set, pointer }) => {
      const { stores = {} } = Object.hasOwn(operations, operation) ? (operations[operation] ?? {}) : {};
      return Object.entries(stores).flatMap(([name, part]): Located[] => {
        const value = `result.${part}`;
        if (set[name]?.trim() === value) return [];
        const message = `"${operation}" returns "${part}", which must be stored as "${name}".`;
        const fix = `Add "${name}": "${value}" to "set".`;
        const isOther = Object.hasOwn(set, name);
        const at = isOther ? pointerTo(`${pointer}/set`, name) : pointer;
        const finding: Finding = { code: 'unstored-result', pointer: at, message, fix };
        return [{ document: entry.document, finding: isOther ? { ...finding, instead: { was: set[name] ?? '', is: value } } : finding }];
      });
    }),
  );
}

/** Returns `itemId` for `local.itemId`, and undefined for a session value. */
const localName = (name: string): string | undefined => (name.startsWith('local.') ? name.slice('local.'.length) : undefined);

function unknownPart(name: string, session: JsonSchema): Suggestion | undefined {
  let schema: JsonSchema | undefined = session;
  for (const part of name.split('.')) {
    if (!schema?.properties) return undefined;
    if (!Object.hasOwn(schema.properties, part)) return nearMiss(part, Object.keys(schema.properties));
    schema = schema.properties[part] ?? {};
  }
  return undefined;
}
