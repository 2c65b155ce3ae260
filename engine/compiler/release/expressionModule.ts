import { emitExpression, runtimeFor, type NamedConditions } from '../../expression/index.ts';

/** Generates an ES module `expressions: { [source]: (context) => value }`. Returns undefined if there are no expressions. */
export function expressionModule(sources: Iterable<string>, conditions: NamedConditions): string | undefined {
  const entries = [...new Set(sources)].sort().map((source) => `  ${JSON.stringify(source)}: ${emitExpression(source, conditions)},`);
  if (entries.length === 0) return undefined;
  const body = ['export const expressions = {', ...entries, '};', ''].join('\n');
  return `${runtimeFor(body)}\n${body}`;
}

export const emptyExpressions = 'export const expressions = {};\n';
