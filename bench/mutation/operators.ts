import { isFinding, parseExpression } from '../../engine/expression/index.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Random } from '../../engine/fake/index.ts';
import { replaced, without, type Spot } from './tree.ts';

/** A way to break a configuration. It knows JSON, CEL and texts, but no rule that could find the fault. */
export interface Operator {
  name: string;
  /** Returns the file with the fault; undefined if the operator does not apply. */
  apply(spot: Spot, random: Random): SourceFile | undefined;
}

const json = JSON.stringify;

/** A typo: two letters swapped, one omitted, or one doubled. */
function slip(word: string, random: Random): string {
  const at = random.int(0, Math.max(0, word.length - 2));
  const [a = '', b = ''] = [word[at], word[at + 1]];
  const slips = [
    word.slice(0, at) + b + a + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + a + word.slice(at),
  ];
  return slips.find((each) => each !== word && each !== '') ?? `${word}x`;
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z/][\w./:-]*$/.test(value);
const isPattern = ({ pointer, value }: Spot): boolean => pointer.endsWith('/pattern') && typeof value === 'string';

function isCel({ value }: Spot): boolean {
  return typeof value === 'string' && /[=!<>&|]|\bin\b|has\(/.test(value) && !value.includes('{{') && !isFinding(parseExpression(value));
}

const isLocale = ({ file }: Spot): boolean => file.path.startsWith('locales/');

/** Replaces one random match of a pattern in a text. */
function swap(text: string, find: RegExp, by: (match: string) => string, random: Random): string | undefined {
  const matches = [...text.matchAll(find)];
  if (matches.length === 0) return undefined;
  const { 0: match, index } = random.pick(matches);
  return text.slice(0, index) + by(match) + text.slice(index + match.length);
}

type TextChange = (text: string, random: Random, spot: Spot) => string | undefined;

const onText = (name: string, applies: (spot: Spot) => boolean, change: TextChange): Operator => ({
  name,
  apply(spot, random) {
    if (typeof spot.value !== 'string' || !applies(spot)) return undefined;
    const changed = change(spot.value, random, spot);
    return changed === undefined || changed === spot.value ? undefined : replaced(spot, spot.node, json(changed));
  },
});

const comparisons: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<=': '<', '>=': '>', '<': '<=', '>': '>=' };
const hasPlaceholder = (spot: Spot): boolean => isLocale(spot) && typeof spot.value === 'string' && spot.value.includes('{{');

export const operators: readonly Operator[] = [
  {
    name: 'rename a key',
    apply: (spot, random) => {
      const key = spot.property?.children?.[0];
      return key && replaced(spot, key, json(slip(String(key.value), random)));
    },
  },
  { name: 'drop a member', apply: (spot) => spot.property && without(spot, spot.property) },
  { name: 'drop an item', apply: (spot) => (spot.node.parent?.type === 'array' ? without(spot, spot.node) : undefined) },
  {
    name: 'swap two items',
    apply: (spot) => {
      const siblings = spot.node.parent?.type === 'array' ? (spot.node.parent.children ?? []) : [];
      const next = siblings[siblings.indexOf(spot.node) + 1];
      if (!next) return undefined;
      const { text, path } = spot.file;
      const [a, b] = [spot.node, next].map(({ offset, length }) => text.slice(offset, offset + length));
      return {
        path,
        text:
          text.slice(0, spot.node.offset) +
          b +
          text.slice(spot.node.offset + spot.node.length, next.offset) +
          a +
          text.slice(next.offset + next.length),
      };
    },
  },
  {
    name: 'cross types',
    apply: (spot) => {
      const { value } = spot;
      if (typeof value === 'number' || typeof value === 'boolean') return replaced(spot, spot.node, json(String(value)));
      return typeof value === 'string' ? replaced(spot, spot.node, json([value])) : undefined;
    },
  },
  onText('break a reference', (spot) => isName(spot.value) && !isLocale(spot) && !isPattern(spot), slip),
  { name: 'turn a switch', apply: (spot) => (typeof spot.value === 'boolean' ? replaced(spot, spot.node, json(!spot.value)) : undefined) },
  {
    name: 'move a number',
    apply: (spot, random) =>
      typeof spot.value === 'number'
        ? replaced(spot, spot.node, json(random.pick([spot.value + 1, spot.value - 1, spot.value * 10])))
        : undefined,
  },
  onText('negate a condition', isCel, (text) => `!(${text})`),
  onText('shift a comparison', isCel, (text, random) =>
    swap(text, /[=!<>]=|(?<![-=<>])[<>](?!=)/g, (match) => comparisons[match] ?? match, random),
  ),
  onText('change a connective', isCel, (text, random) => swap(text, /&&|\|\|/g, (match) => (match === '&&' ? '||' : '&&'), random)),
  onText('move a number in CEL', isCel, (text, random) =>
    swap(text, /(?<![\w'.-])\d+(?![\w'.-])/g, (match) => String(Number(match) + random.pick([-1, 1])), random),
  ),
  onText('misspell a text in CEL', isCel, (text, random) =>
    swap(text, /'[A-Za-z][\w-]*'/g, (match) => `'${slip(match.slice(1, -1), random)}'`, random),
  ),
  onText('misspell a name in CEL', isCel, (text, random) => swap(text, /\b[a-z]\w+\.\w+/g, (match) => slip(match, random), random)),
  onText('drop a part of a condition', isCel, (text, random) => {
    const parts = text.split(' && ');
    return parts.length < 2 ? undefined : parts.toSpliced(random.int(0, parts.length - 1), 1).join(' && ');
  }),
  onText('widen a pattern', isPattern, (text, random) =>
    swap(text, /\{\d+(?:,\d+)?\}|\$$|^\^/g, (match) => (match.startsWith('{') ? '*' : ''), random),
  ),
  onText('narrow a pattern', isPattern, (text, random) =>
    swap(text, /\{\d+|[+*]/g, (match) => (match.startsWith('{') ? `{${Number(match.slice(1)) + 1}` : '{2}'), random),
  ),
  onText('lose a placeholder', hasPlaceholder, (text, random) => swap(text, /\{\{.*?\}\}/g, () => '', random)),
  onText('misspell a placeholder', hasPlaceholder, (text, random) => swap(text, /(?<=\{\{)\w+/g, (match) => slip(match, random), random)),
  onText(
    'empty a text',
    (spot) => isLocale(spot),
    () => '',
  ),
];
