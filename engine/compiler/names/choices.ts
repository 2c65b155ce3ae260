import { isFinding, nearMiss, parseExpression, type Node } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from './walk.ts';

/** Checks the constants that an expression can return where only a few values are allowed, such as the tone of a notice. */
export function checkChoices({ project, sites, ofEach }: Analysis): Located[] {
  return ofEach('choices', project.entries, (entry) => choicesOf(entry, sites(entry)));
}

function choicesOf({ document }: Entry, { expressions }: Sites): Located[] {
  return expressions.flatMap(({ source, oneOf, pointer }): Located[] => {
    if (!oneOf) return [];
    const root = parseExpression(source);
    const given = isFinding(root) ? [] : constantsOf(root).map(String);
    return given
      .filter((text) => !oneOf.includes(text))
      .map((text): Located => {
        const message = `"${text}" is not one of ${oneOf.join(', ')}.`;
        return { document, finding: { code: 'unknown-choice', pointer, message, ...nearMiss(text, oneOf) } };
      });
  });
}

/** The constants that an expression can return. */
export function constantsOf(node: Node): (string | number | boolean)[] {
  if (node.op === 'value') {
    const { args: value } = node;
    if (typeof value === 'bigint') return [Number(value)];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
  }
  if (node.op === '-_') return constantsOf(node.args).flatMap((value) => (typeof value === 'number' ? [-value] : []));
  if (node.op === '?:') return [...constantsOf(node.args[1]), ...constantsOf(node.args[2])];
  if (node.op === 'rcall' && node.args[0] === 'orValue') return [node.args[1], ...node.args[2]].flatMap(constantsOf);
  return [];
}
