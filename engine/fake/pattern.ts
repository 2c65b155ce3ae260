/** A parsed regular expression, for generating matching texts. */
export type PatternNode =
  | { kind: 'one'; members: readonly string[] }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number };

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

/**
 * Sample characters for classes: printable ASCII, accents, marks, and one or two of each script that people may use. A class with
 * none of them uses the characters in its source.
 */
const alphabet: readonly string[] = [
  ...range(0x20, 0x7e),
  ...range(0xc0, 0x17e),
  '’',
  '–',
  '₱',
  '\u0301',
  '漢',
  '字',
  'か',
  'अ',
  'क',
  '😀',
];

const nothing: PatternNode = { kind: 'sequence', parts: [] };

/** The pattern uses syntax that this parser does not support, such as a back reference. */
export class UnknownPattern extends Error {
  override name = 'UnknownPattern';
}

/**
 * Parses a pattern of JSON Schema or CEL. Ignores anchors and lookarounds, so callers must check each generated text with the
 * pattern itself.
 */
export function parsePattern(source: string): PatternNode {
  return new Parser(source).parse();
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new UnknownPattern(this.#source);
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] ?? nothing) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) parts.push(this.#quantified(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #quantified(part: PatternNode): PatternNode {
    const match = /^(?:\?|\*|\+|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#source.slice(this.#at));
    if (!match) return part;
    this.#at += match[0].length;
    const [sign, low, comma, high] = match;
    if (low !== undefined) {
      const min = Number(low);
      return { kind: 'repeat', part, min, max: comma === undefined ? min : high ? Number(high) : Infinity };
    }
    return { kind: 'repeat', part, min: sign.startsWith('+') ? 1 : 0, max: sign.startsWith('?') ? 1 : Infinity };
  }

  #atom(): PatternNode {
    if (this.#take('(')) return this.#group();
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B')) return nothing;
    const symbol = /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|[^\\])/su.exec(
      this.#source.slice(this.#at),
    )?.[0];
    if (symbol === undefined || /^\\[1-9k]/.test(symbol)) throw new UnknownPattern(this.#source);
    this.#at += symbol.length;
    return { kind: 'one', members: membersOf(symbol) };
  }

  #group(): PatternNode {
    const look = /^\?(?:=|!|<=|<!)/.exec(this.#source.slice(this.#at))?.[0];
    const opening = /^\?(?::|<\w+>|=|!|<=|<!)/.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += opening.length;
    const inner = this.#choice();
    if (!this.#take(')')) throw new UnknownPattern(this.#source);
    return look === undefined ? inner : nothing;
  }

  #take(text: string): boolean {
    const isNext = this.#source.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }
}

const known = new Map<string, readonly string[]>();

/** Returns the sample characters of a class, an escape or a character. */
function membersOf(symbol: string): readonly string[] {
  const found = known.get(symbol);
  if (found) return found;
  const test = new RegExp(`^${symbol}$`, 'u');
  const named = Array.from(symbol).filter((character) => test.test(character));
  const members = [...new Set([...alphabet.filter((character) => test.test(character)), ...named])];
  if (members.length === 0) throw new UnknownPattern(symbol);
  known.set(symbol, members);
  return members;
}
