const zeroOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0;
  // The digits of every script are ten consecutive code points. Zero is at a multiple of 16 or, in Devanagari and its relatives, at 6 after
  // it.
  for (let zero = code; zero > code - 10; zero--) if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return zero;
  return code - 9;
};

/** Converts digits of any script to ASCII. */
export const digitsOf = (figure: string): string =>
  figure.replace(/\P{ASCII}/gu, (digit) => String((digit.codePointAt(0) ?? 0) - zeroOf(digit)));

/** The figures in a text, with ASCII digits and without separators. Values of placeholders do not count. */
export function figuresIn(text: string): ReadonlySet<string> {
  if (!/\p{Nd}/u.test(text)) return none;
  const found = text.replace(/\{\{[^}]*\}\}/g, ' ').match(/\p{Nd}[\p{Nd},.]*/gu) ?? [];
  return new Set(found.map((figure) => digitsOf(figure.replace(/[,.]/g, ''))));
}

const none: ReadonlySet<string> = new Set();

const states = {
  main: { yes: 'The main language states', no: 'The main language does not state' },
  translations: { yes: 'The translations state', no: 'The translations do not state' },
};

/**
 * The first figure that occurs in only one of the two texts.
 *
 * @param who whose figures are expected, for the message
 */
export function otherFigure(
  written: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  who: keyof typeof states = 'main',
): { figure: string; message: string } | undefined {
  const extra = [...written].find((figure) => !expected.has(figure));
  if (extra !== undefined) return { figure: extra, message: `${states[who].no} ${extra}${instead(expected, written)}.` };
  const gone = [...expected].find((figure) => !written.has(figure));
  return gone === undefined ? undefined : { figure: gone, message: `${states[who].yes} ${gone}, but this text does not.` };
}

function instead(expected: ReadonlySet<string>, written: ReadonlySet<string>): string {
  const others = [...expected].filter((figure) => !written.has(figure));
  return others.length === 0 ? '' : `, but ${others.join(', ')}`;
}
