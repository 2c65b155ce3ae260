import { emitExpression, runtimeFor, type NamedConditions, type Scope } from '../../expression/index.ts';

/** An expression and what it can read. */
export interface PlacedExpression {
  source: string;
  scope: Scope;
}

/** Generates an ES module `expressions: { [source]: (context) => value }`. Returns undefined if there are no expressions. */
export function expressionModule(placed: Iterable<PlacedExpression>, conditions: NamedConditions): string | undefined {
  const scopes = new Map([...placed].map(({ source, scope }) => [source, scope]));
  const entries = [...scopes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, scope]) => `  ${JSON.stringify(source)}: ${emitExpression(source, conditions, scope)},`);
  if (entries.length === 0) return undefined;
  const body = ['export const expressions = {', ...entries, '};', ''].join('\n');
  return `${runtimeFor(body)}\n${body}`;
}

export const emptyExpressions = 'export const expressions = {};\n';
