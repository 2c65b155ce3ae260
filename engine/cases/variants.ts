/** Returns variants of an expression with one typical mistake each. Some are equivalent, and some are not valid CEL. */
export function nearMisses(source: string): string[] {
  const all = [
    `!(${source})`,
    ...swaps(source, /[=!<>]=|(?<![-=<>!])[<>](?!=)/g, (found) => comparisons[found] ?? []),
    ...swaps(source, /&&|\|\|/g, (found) => [found === '&&' ? '||' : '&&']),
    // Includes numbers in patterns, such as the length {12}.
    ...swaps(source, /(?<![\w'.-])\d+(?![\w'.-])/g, (found) => [String(Number(found) + 1), String(Number(found) - 1)]),
    ...swaps(source, /, '[^']*'/g, () => ['']),
    ...swaps(source, /'[^']*', /g, () => ['']),
    ...swaps(source, /(?<=\borValue\()(?:true|false)/g, (found) => [found === 'true' ? 'false' : 'true']),
    ...swaps(source, /!(?=has\(|\(|\w)/g, () => ['']),
    ...withoutOneSide(source),
  ];
  return [...new Set(all)].filter((each) => each !== source);
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<=': ['<', '>='],
  '>=': ['>', '<='],
  '<': ['<=', '>'],
  '>': ['>=', '<'],
};

function swaps(text: string, find: RegExp, by: (found: string) => readonly string[]): string[] {
  return [...text.matchAll(find)].flatMap(({ 0: found, index }) =>
    by(found).map((other) => text.slice(0, index) + other + text.slice(index + found.length)),
  );
}

/** For each `a && b` and `a || b` at any depth, returns a variant without a and one without b. */
function withoutOneSide(source: string): string[] {
  const marks = [...source.matchAll(/'(?:\\.|[^'\\])*'|&&|\|\||[()[\]?:,]/g)].filter(({ 0: found }) => !found.startsWith("'"));
  return marks.flatMap(({ 0: found, index }, at) => {
    if (found !== '&&' && found !== '||') return [];
    const from = edge(marks.slice(0, at).toReversed(), /[)\]]/, /[([]/) ?? { index: -1, length: 1 };
    const to = edge(marks.slice(at + 1), /[([]/, /[)\]]/) ?? { index: source.length, length: 0 };
    const start = from.index + from.length;
    return [source.slice(0, start) + source.slice(index + 2).trimStart(), source.slice(0, index).trimEnd() + source.slice(to.index)];
  });
}

/** The nearest operand boundary at the same depth on one side of an operator. */
function edge(marks: readonly RegExpExecArray[], opens: RegExp, closes: RegExp): { index: number; length: number } | undefined {
  let depth = 0;
  for (const { 0: found, index } of marks) {
    if (opens.test(found)) depth += 1;
    else if (depth === 0) return found === '?' || found === '.' ? undefined : { index, length: found.length };
    else if (closes.test(found)) depth -= 1;
  }
  return undefined;
}
