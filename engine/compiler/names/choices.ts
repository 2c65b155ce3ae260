import { isFinding, nearMiss, parseExpression, type Node } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';

/** Checks the texts that an expression can give where only a few are known, such as the tone of a notice. */
export function checkChoices({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) =>
    sites(entry).expressions.flatMap(({ source, oneOf, pointer }): Located[] => {
      if (!oneOf) return [];
      const root = parseExpression(source);
      const given = isFinding(root) ? [] : resultsOf(root);
      return given
        .filter((text) => !oneOf.includes(text))
        .map((text): Located => {
          const message = `"${text}" is none of ${oneOf.join(', ')}.`;
          return { document: entry.document, finding: { code: 'unknown-choice', pointer, message, ...nearMiss(text, oneOf) } };
        });
    }),
  );
}

/** The constant texts that an expression can give. */
function resultsOf(node: Node): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [];
  if (node.op === '?:') return [...resultsOf(node.args[1]), ...resultsOf(node.args[2])];
  if (node.op === 'rcall' && node.args[0] === 'orValue') return [node.args[1], ...node.args[2]].flatMap(resultsOf);
  return [];
}
