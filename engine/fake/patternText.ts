import { parsePattern, UnknownPattern, type PatternNode } from './pattern.ts';
import type { Random } from './random.ts';

/** The maximum length of generated texts. */
const mostCharacters = 260;

export interface TextBounds {
  minLength?: number;
  maxLength?: number;
}

/** Generates matching texts of a given length. */
export interface PatternTexts {
  /** The possible lengths in characters, ascending. */
  readonly lengths: readonly number[];
  /** Returns a text of that length, or undefined if lookarounds ruled out every attempt. */
  text(length: number, random: Random): string | undefined;
}

/** Returns undefined if the pattern cannot be parsed or matches no text within the bounds. */
export function patternTexts(pattern: string, { minLength = 0, maxLength = mostCharacters }: TextBounds = {}): PatternTexts | undefined {
  const root = parsed(pattern);
  if (!root) return undefined;
  const plan = new LengthPlan(Math.min(maxLength, mostCharacters));
  const lengths = [...plan.lengths(root)].filter((length) => length >= minLength).sort((a, b) => a - b);
  if (lengths.length === 0) return undefined;
  const test = new RegExp(pattern, 'u');
  return {
    lengths,
    text(length, random) {
      for (let tries = 0; tries < 20; tries++) {
        const text = plan.write(root, length, random);
        if (test.test(text)) return text;
      }
      return undefined;
    },
  };
}

/** Whether there is a longest match. A pattern that cannot be parsed counts as bounded. */
export function isBounded(pattern: string): boolean {
  const root = parsed(pattern);
  return root === undefined || ends(root);
}

function ends(node: PatternNode): boolean {
  if (node.kind === 'one') return true;
  if (node.kind === 'repeat') return node.max !== Infinity && ends(node.part);
  return (node.kind === 'choice' ? node.options : node.parts).every(ends);
}

function parsed(pattern: string): PatternNode | undefined {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof UnknownPattern || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function range(from: number, to: number): ReadonlySet<number> {
  return new Set(Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index));
}

/** The shortest and the longest of some lengths, or undefined if they have a gap. */
function endsOf(lengths: ReadonlySet<number>): { from: number; to: number } | undefined {
  if (lengths.size === 0) return undefined;
  let [from, to] = [Infinity, 0];
  for (const length of lengths) [from, to] = [Math.min(from, length), Math.max(to, length)];
  return to - from + 1 === lengths.size ? { from, to } : undefined;
}

/** The possible lengths of each part of a pattern, which allows generating a text of a given length directly. */
class LengthPlan {
  readonly #cap: number;
  readonly #known = new Map<PatternNode, ReadonlySet<number>>();

  constructor(cap: number) {
    this.#cap = cap;
  }

  lengths(node: PatternNode): ReadonlySet<number> {
    const found = this.#known.get(node) ?? this.#lengthsOf(node);
    this.#known.set(node, found);
    return found;
  }

  write(node: PatternNode, length: number, random: Random): string {
    if (node.kind === 'one') return random.pick(node.members);
    if (node.kind === 'choice') {
      return this.write(random.pick(node.options.filter((option) => this.lengths(option).has(length))), length, random);
    }
    return node.kind === 'sequence' ? this.#writeAll(node.parts, length, random) : this.#writeRepeat(node, length, random);
  }

  #lengthsOf(node: PatternNode): ReadonlySet<number> {
    if (node.kind === 'one') return new Set(this.#cap >= 1 ? [1] : []);
    if (node.kind === 'choice') return new Set(node.options.flatMap((option) => [...this.lengths(option)]));
    if (node.kind === 'sequence') return this.#together(node.parts);
    return this.#isSingle(node.part) ? range(node.min, Math.min(node.max, this.#cap)) : this.#repeated(node);
  }

  /** Whether a part is always one character, as a class is. Then the length is the number of repetitions. */
  #isSingle(part: PatternNode): boolean {
    const lengths = this.lengths(part);
    return lengths.size === 1 && lengths.has(1);
  }

  #repeated(node: Extract<PatternNode, { kind: 'repeat' }>): ReadonlySet<number> {
    const all = new Set<number>();
    let sums: ReadonlySet<number> = new Set([0]);
    const most = Math.min(node.max, this.#cap + node.min);
    for (let count = 0; count <= most && sums.size > 0; count++) {
      if (count >= node.min) for (const sum of sums) all.add(sum);
      const next = this.#sum(sums, this.lengths(node.part));
      if (count >= node.min && [...next].every((sum) => all.has(sum))) break;
      sums = next;
    }
    return all;
  }

  #together(parts: readonly PatternNode[]): ReadonlySet<number> {
    return parts.reduce<ReadonlySet<number>>((sums, part) => this.#sum(sums, this.lengths(part)), new Set([0]));
  }

  #sum(left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> {
    const [lefts, rights] = [endsOf(left), endsOf(right)];
    // Nearly all parts have lengths without a gap, which add up as ranges. Adding every pair took a tenth of the time of a check.
    if (lefts && rights) return range(lefts.from + rights.from, Math.min(this.#cap, lefts.to + rights.to));
    const sums = new Set<number>();
    for (const a of left) for (const b of right) if (a + b <= this.#cap) sums.add(a + b);
    return sums;
  }

  #writeAll(parts: readonly PatternNode[], length: number, random: Random): string {
    const [first, ...rest] = parts;
    if (!first) return '';
    const ofRest = this.#together(rest);
    const own = random.pick([...this.lengths(first)].filter((each) => ofRest.has(length - each)));
    return this.write(first, own, random) + this.#writeAll(rest, length - own, random);
  }

  #writeRepeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, length: number, random: Random): string {
    if (this.#isSingle(part)) return Array.from({ length }, () => this.write(part, 1, random)).join('');
    let text = '';
    let left = length;
    for (let count = 0; left > 0 || count < min; count++) {
      const rest = this.lengths({ kind: 'repeat', part, min: Math.max(0, min - count - 1), max: max - count - 1 });
      const own = random.pick([...this.lengths(part)].filter((each) => rest.has(left - each)));
      text += this.write(part, own, random);
      left -= own;
    }
    return text;
  }
}
