import { didYouMean, type JsonSchema } from '../../expression/index.ts';
import type { Screen } from '../../config/screen.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { localSchema } from '../scopes/answers.ts';

/** What an action keeps must be a value of session or screen that expressions can read, else it is lost. */
export function checkWrites({ project, sites }: Analysis): Located[] {
  const session: JsonSchema | undefined = project.registry.namespaces['session'];
  if (!session?.properties) return [];
  return project.entries.flatMap((entry) =>
    sites(entry).writes.flatMap(({ name, pointer }): Located[] => {
      const local = localName(name);
      const problem = local === undefined ? unknownPart(name, session) : unknownPart(local, localSchema(entry.value as Screen));
      if (problem === undefined) return [];
      const [code, message] =
        local === undefined
          ? ['unknown-session-value', `The session has no value "${name}": nothing could read it.`]
          : ['unknown-local-value', `The screen declares no local value "${local}".`];
      return [{ document: entry.document, finding: { code, pointer, message, fix: problem.fix } }];
    }),
  );
}

/** `couponId` of `local.couponId`: a value of the screen, not of the session. */
const localName = (name: string): string | undefined => (name.startsWith('local.') ? name.slice('local.'.length) : undefined);

function unknownPart(name: string, session: JsonSchema): { fix: string | undefined } | undefined {
  let schema: JsonSchema | undefined = session;
  for (const part of name.split('.')) {
    if (!schema?.properties) return undefined;
    if (!Object.hasOwn(schema.properties, part)) return { fix: didYouMean(part, Object.keys(schema.properties)) };
    schema = schema.properties[part] as JsonSchema;
  }
  return undefined;
}
