import { didYouMean, type JsonSchema } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/** What an action keeps must be a session value that expressions can read, else it is lost. */
export function checkWrites({ project, sites }: Analysis): Located[] {
  const session: JsonSchema | undefined = project.registry.namespaces['session'];
  if (!session?.properties) return [];
  return project.entries.flatMap((entry) =>
    sites(entry).writes.flatMap(({ name, pointer }): Located[] => {
      const problem = unknownPart(name, session);
      if (problem === undefined) return [];
      const message = `The session has no value "${name}": nothing could read it.`;
      return [{ document: entry.document, finding: { code: 'unknown-session-value', pointer, message, fix: problem.fix } }];
    }),
  );
}

function unknownPart(name: string, session: JsonSchema): { fix: string | undefined } | undefined {
  let schema: JsonSchema | undefined = session;
  for (const part of name.split('.')) {
    if (!schema?.properties) return undefined;
    if (!Object.hasOwn(schema.properties, part)) return { fix: didYouMean(part, Object.keys(schema.properties)) };
    schema = schema.properties[part] as JsonSchema;
  }
  return undefined;
}
