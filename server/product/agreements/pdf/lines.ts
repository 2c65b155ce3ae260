import type { Inline } from '../../../../engine/config/markdown.ts';
import { runsOf, type FontName, type FontStyle } from '../fonts.ts';

/** A part of a line in one font, with its offset in the line. */
export interface Piece {
  font: FontName;
  text: string;
  x: number;
  width: number;
  href?: string;
}

export interface Line {
  pieces: Piece[];
  width: number;
}

export type Measure = (font: FontName, text: string) => number;

type Part = Omit<Piece, 'x'>;
/** A word, possibly in several fonts. Lines never break inside one: `₱5,000.00` stays whole. */
type Word = Part[];

/** Breaks words into lines of at most `width`. pdfkit cannot do this, because a line may contain several fonts. */
export function linesOf(content: readonly Inline[], width: number, measure: Measure, style: FontStyle = 'regular'): Line[] {
  const space = measure('latin', ' ');
  const lines: Line[] = [];
  let line: Line = { pieces: [], width: 0 };
  for (const word of wordsOf(content, measure, style).flatMap((each) => fitting(each, width, measure))) {
    const wordWidth = widthOf(word);
    const gap = line.pieces.length === 0 ? 0 : space;
    if (gap > 0 && line.width + gap + wordWidth > width) {
      lines.push(line);
      line = { pieces: [], width: 0 };
    }
    let x = line.width + (line.pieces.length === 0 ? 0 : space);
    for (const part of word) {
      line.pieces.push({ ...part, x });
      x += part.width;
    }
    line.width = x;
  }
  return line.pieces.length > 0 ? [...lines, line] : lines;
}

const widthOf = (word: Word): number => word.reduce((sum, part) => sum + part.width, 0);

/** Splits a word wider than the line, such as a URL. */
function fitting(word: Word, width: number, measure: Measure): Word[] {
  if (widthOf(word) <= width) return [word];
  const words: Word[] = [[]];
  let used = 0;
  for (const { text, ...part } of word) {
    for (const letter of text) {
      const letterWidth = measure(part.font, letter);
      if (used + letterWidth > width) {
        words.push([]);
        used = 0;
      }
      words.at(-1)?.push({ ...part, text: letter, width: letterWidth });
      used += letterWidth;
    }
  }
  return words;
}

function wordsOf(content: readonly Inline[], measure: Measure, style: FontStyle): Word[] {
  const words: Word[] = [];
  let word: Word = [];
  const end = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  for (const { text, href, style: own } of spansOf(content, style)) {
    for (const chunk of text.split(/(\s+)/)) {
      if (chunk === '') continue;
      if (/^\s/.test(chunk)) {
        end();
        continue;
      }
      for (const run of runsOf(chunk, own))
        word.push({ ...run, width: measure(run.font, run.text), ...(href === undefined ? {} : { href }) });
    }
  }
  end();
  return words;
}

interface Span {
  text: string;
  style: FontStyle;
  href?: string;
}

function spansOf(content: readonly Inline[], style: FontStyle, href?: string): Span[] {
  return content.flatMap((part): Span[] => {
    if (part.type === 'text') return [{ text: part.text, style, ...(href === undefined ? {} : { href }) }];
    if (part.type === 'link') return spansOf(part.content, style, part.href);
    return spansOf(part.content, part.type === 'strong' ? 'bold' : style === 'bold' ? 'bold' : 'italic', href);
  });
}
