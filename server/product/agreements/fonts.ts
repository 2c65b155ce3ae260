import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);
const dejaVu = (name: string) => `dejavu-fonts-ttf/ttf/${name}.ttf`;
/** TTF, since of WOFF each glyph would be unpacked anew (0.8 s a document). */
const noto = (weight: '400Regular' | '700Bold') => `@expo-google-fonts/noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`;

/** Fonts that come with the product: what the machine has must not decide how an agreement looks. */
const files = {
  latin: dejaVu('DejaVuSans'),
  latinBold: dejaVu('DejaVuSans-Bold'),
  latinItalic: dejaVu('DejaVuSans-Oblique'),
  /** For a name that is typed as a signature. */
  latinPen: dejaVu('DejaVuSerif-Italic'),
  devanagari: noto('400Regular'),
  devanagariBold: noto('700Bold'),
} as const;
export type FontName = keyof typeof files;

export type FontStyle = 'regular' | 'bold' | 'italic' | 'pen';
const byStyle: Readonly<Record<FontStyle, { latin: FontName; devanagari: FontName }>> = {
  regular: { latin: 'latin', devanagari: 'devanagari' },
  bold: { latin: 'latinBold', devanagari: 'devanagariBold' },
  // Devanagari knows no italics.
  italic: { latin: 'latinItalic', devanagari: 'devanagari' },
  pen: { latin: 'latinPen', devanagari: 'devanagari' },
};

const bytes = new Map<FontName, Buffer>();
const fonts = new Map<FontName, Font>();

/** The file of a font, read once. */
export function fontBytes(name: FontName): Buffer {
  const known = bytes.get(name) ?? readFileSync(require.resolve(files[name]));
  bytes.set(name, known);
  return known;
}

/** A font to measure and outline with, parsed once. */
export function fontOf(name: FontName): Font {
  // Without the name of one of its fonts it may be a collection; ours are none.
  const known = fonts.get(name) ?? (create(fontBytes(name)) as Font);
  fonts.set(name, known);
  return known;
}

export interface Run {
  font: FontName;
  text: string;
}

/** Devanagari with its joiners and extensions; DejaVu has none of it, and Noto's Devanagari has no ₱. */
const script = /(?:[\u0900-\u097f\ua8e0-\ua8ff]|[\u200c\u200d])+/gu;

/** A text in pieces of one font each. */
export function runsOf(text: string, style: FontStyle): Run[] {
  const { latin, devanagari: indic } = byStyle[style];
  const runs: Run[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(script)) {
    if (index > at) runs.push({ font: latin, text: text.slice(at, index) });
    runs.push({ font: indic, text: found });
    at = index + found.length;
  }
  if (at < text.length) runs.push({ font: latin, text: text.slice(at) });
  return runs;
}
