import { fontOf, runsOf } from '../fonts.ts';
import { round, type Outline } from './outline.ts';

const sizePx = 56;
const paddingPx = 8;
const maxWidthPx = 1200;

/**
 * Converts a typed name to letter outlines, so that the picture is the same on every machine. Undefined when the name has fewer than two
 * letters, or letters that the fonts lack.
 */
export function typedOutline(typedName: string): Outline | undefined {
  const name = typedName.normalize('NFC').trim().replace(/\s+/g, ' ');
  if ((name.match(/\p{L}/gu) ?? []).length < 2) return undefined;
  const runs = runsOf(name, 'pen').map(({ font, text }) => ({ font: fontOf(font), text }));
  if (runs.some(({ font, text }) => Array.from(text).some((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))))
    return undefined;
  const ascent = Math.max(...runs.map(({ font }) => (font.ascent / font.unitsPerEm) * sizePx));
  const descent = Math.max(...runs.map(({ font }) => (-font.descent / font.unitsPerEm) * sizePx));
  let x = paddingPx;
  let path = '';
  for (const { font, text } of runs) {
    const scale = sizePx / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      // The y axis points up in fonts and down in pictures.
      path += glyph.path
        .transform(scale, 0, 0, -scale, x + xOffset * scale, paddingPx + ascent - yOffset * scale)
        .toSVG()
        .replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(round(Number(number))));
      x += xAdvance * scale;
    });
  }
  const widthPx = Math.ceil(x + paddingPx);
  return widthPx > maxWidthPx ? undefined : { path, widthPx, heightPx: Math.ceil(ascent + descent + 2 * paddingPx), draw: 'fill' };
}
