import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Random } from '../../engine/fake/index.ts';
import { operators, type Operator } from './operators.ts';
import { spotsOf, type Spot } from './tree.ts';

export interface Mutant {
  operator: string;
  path: string;
  pointer: string;
  /** Line of the fault. */
  line: number;
  files: readonly SourceFile[];
  /** The text before and after. */
  said: string;
}

/**
 * Plants one fault each. Operators alternate. Files are weighted by the square root of their size, and all screen texts of a language count as
 * one file, so that texts in three languages do not outnumber the rules.
 */
export function* mutantsOf(files: readonly SourceFile[], random: Random): Generator<Mutant> {
  // Cases test the product, like scenarios, and are not part of it.
  const planted = files.filter(({ path }) => !/^(?:flows\/cases|locales\/zh)\//.test(path));
  const groups = Map.groupBy(planted, ({ path }) => path.replace(/^(locales\/\w+\/\w+)\/.*\.json$/, '$1'));
  const spots = [...groups.values()].map((group) => group.flatMap((file) => spotsOf(file))).filter((each) => each.length > 0);
  const weights = spots.map((each) => Math.sqrt(each.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const plantedTexts = new Set<string>();
  for (let turn = 0; ; turn++) {
    const operator = operators[turn % operators.length] as Operator;
    for (let tries = 0; tries < 400; tries++) {
      const spot = random.pick(pickWeighted(spots, weights, total, random));
      const changed = operator.apply(spot, random);
      if (!changed || changed.text === spot.file.text || plantedTexts.has(changed.text)) continue;
      plantedTexts.add(changed.text);
      const line = spot.file.text.slice(0, spot.node.offset).split('\n').length;
      yield {
        operator: operator.name,
        path: spot.file.path,
        pointer: spot.pointer,
        line,
        said: differenceOf(spot.file.text, changed.text),
        files: files.map((file) => (file === spot.file ? changed : file)),
      };
      break;
    }
  }
}

function pickWeighted(spots: readonly Spot[][], weights: readonly number[], total: number, random: Random): Spot[] {
  let left = random.next() * total;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return spots[index] ?? [];
  }
  return spots.at(-1) ?? [];
}

/** The part in which two texts differ, truncated. */
function differenceOf(before: string, after: string): string {
  let start = 0;
  while (before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const cut = (text: string) =>
    text
      .slice(Math.max(0, start - 20), text.length - end + 12)
      .replaceAll(/\s+/g, ' ')
      .slice(0, 120);
  return `${cut(before)} → ${cut(after)}`;
}
