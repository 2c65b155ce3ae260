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
}

/**
 * Faults planted into a configuration, one each: operators take turns, files are chosen by the square root of their size, so that
 * the words of three languages do not crowd out the rules.
 */
export function* mutantsOf(files: readonly SourceFile[], random: Random): Generator<Mutant> {
  const spots = files
    .map((file) => spotsOf(file))
    .filter((each) => each.length > 0 && !(each[0] as Spot).file.path.startsWith('locales/zh/'));
  const weights = spots.map((each) => Math.sqrt(each.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const seen = new Set<string>();
  for (let turn = 0; ; turn++) {
    const operator = operators[turn % operators.length] as Operator;
    for (let tries = 0; tries < 400; tries++) {
      const spot = random.pick(pickWeighted(spots, weights, total, random));
      const changed = operator.apply(spot, random);
      if (!changed || changed.text === spot.file.text || seen.has(changed.text)) continue;
      seen.add(changed.text);
      const line = spot.file.text.slice(0, spot.node.offset).split('\n').length;
      yield {
        operator: operator.name,
        path: spot.file.path,
        pointer: spot.pointer,
        line,
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
