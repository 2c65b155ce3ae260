import type { Values } from './text.tsx';

/** A text in pieces: words and, at every second place, the name of what stands between them. */
export type Template = readonly string[];

/**
 * A text whose placeholders are plain names, in pieces; undefined for one that asks for more: a format, a constant, another
 * text inside it. Those are i18next's.
 */
export function templateOf(text: string): Template | undefined {
  if (text.includes('$t(')) return undefined;
  const pieces = text.split(/\{\{(.*?)\}\}/s).map((piece, place) => (place % 2 === 1 ? piece.trim() : piece));
  return pieces.every((piece, place) => place % 2 === 0 || /^\w+$/.test(piece)) ? pieces : undefined;
}

/** The text with its values; undefined when one of them is missing or has to be written by i18next. */
export function fill(template: Template, values: Values): string | undefined {
  let text = '';
  for (const [place, piece] of template.entries()) {
    const shown = place % 2 === 0 ? piece : values[piece];
    if (typeof shown !== 'string' && typeof shown !== 'number') return undefined;
    text += shown;
  }
  return text;
}
