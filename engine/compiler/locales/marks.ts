import type { RuleCode } from '../../config/rules/index.ts';

export interface Mark {
  code: RuleCode;
  message: string;
  /** Offset in characters within the text. */
  index: number;
}

const patterns: readonly { code: RuleCode; pattern: RegExp; message: (found: string) => string }[] = [
  {
    code: 'merge-marks',
    pattern: /^[^\S\n]*(?:<{7}|>{7}|\|{7}|={7})(?=\s|$)/m,
    message: (found) => `"${found.trim()}" is a merge conflict marker.`,
  },
  {
    code: 'broken-character',
    pattern: /[\uFFFD\u0080-\u009F]|\uFEFF(?!^)|Ã[\u0080-\u00BF]|â€[™œ\u009d“”¦˜]/,
    message: () => 'This character was lost in a conversion between encodings.',
  },
];

/** Authors' to-do notes and filler text. Case-sensitive, because "todo" is a Filipino word. */
const unfinished = /\b(?:TODO|FIXME|TBD|TBC|XXX+)\b|\b[Ll]orem ipsum\b|\?{3,}|\[(?:TRANSLATE|TEXT)[^\]]*\]/;

const tag = /<\/?[A-Za-z!][^<>\n]*>|&(?:[a-z]{2,8}|#\d{2,6}|#x[0-9a-f]{2,6});/i;

/** Finds what no text may contain: merge conflict markers, lost characters. */
export function marksIn(text: string): Mark[] {
  return patterns.flatMap(({ code, pattern, message }) => {
    const found = pattern.exec(text);
    return found ? [{ code, message: message(found[0]), index: found.index }] : [];
  });
}

/** Finds HTML in the text of a screen, which would display the tags literally. Documents have their own check. */
export function tagIn(text: string): Mark | undefined {
  const found = tag.exec(text);
  return found ? { code: 'raw-html', message: `A text cannot contain HTML: ${found[0].slice(0, 40)}`, index: found.index } : undefined;
}

/** Finds an author's unfinished work. */
export function unfinishedIn(text: string): Mark | undefined {
  const found = unfinished.exec(text);
  return found
    ? { code: 'unfinished-text', message: `"${found[0]}" shows that this text is not finished.`, index: found.index }
    : undefined;
}
