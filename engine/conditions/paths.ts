import { conditionsIn, isFinding, type NamedConditions, parseExpression, visit } from '../expression/index.ts';

const mostDeep = 5;

/** The named conditions that an expression uses, directly or through other conditions. */
export function namedIn(source: string, conditions: NamedConditions, depth = 0): string[] {
  if (depth > mostDeep) return [];
  return conditionsIn(source).flatMap((name) => [name, ...namedIn(conditions[name] ?? '', conditions, depth + 1)]);
}

/** The paths that an expression reads, also through named conditions. */
export const fieldsIn = (source: string, conditions: NamedConditions): string[] => [
  ...new Set([source, ...namedIn(source, conditions).map((name) => conditions[name] ?? '')].flatMap(pathsIn)),
];

/** All paths of names in an expression: `work.income` also has `work`. */
function pathsIn(source: string): string[] {
  const root = parseExpression(source);
  const paths = new Set<string>();
  if (isFinding(root)) return [];
  visit(root, (node) => {
    const names: string[] = [];
    let at = node;
    while (at.op === '.' || at.op === '.?') {
      names.unshift(at.args[1]);
      [at] = at.args;
    }
    if (at.op === 'id') paths.add([at.args, ...names].join('.'));
  });
  return [...paths];
}
