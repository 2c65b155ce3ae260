import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);
const dejaVu = (name: string) => `dejavu-fonts-ttf/ttf/${name}.ttf`;
/** TTF, because pdfkit decompresses every glyph of a WOFF font again for each document, which takes 0.8 s. */
const noto = (weight: '400Regular' | '700Bold') => `@expo-google-fonts/noto-sans-devanagari/${weight}/NotoSansDevanagari_${weight}.ttf`;

/** Fonts ship with the product, so an agreement looks the same on every machine. */
const files = {
  latin: dejaVu('DejaVuSans'),
  latinBold: dejaVu('DejaVuSans-Bold'),
  latinItalic: dejaVu('DejaVuSans-Oblique'),
  /** For typed signatures. */
  latinPen: dejaVu('DejaVuSerif-Italic'),
  devanagari: noto('400Regular'),
  devanagariBold: noto('700Bold'),
} as const;
export type FontName = keyof typeof files;

export type FontStyle = 'regular' | 'bold' | 'italic' | 'pen';
const byStyle: Readonly<Record<FontStyle, { latin: FontName; devanagari: FontName }>> = {
  regular: { latin: 'latin', devanagari: 'devanagari' },
  bold: { latin: 'latinBold', devanagari: 'devanagariBold' },
  // Devanagari has no italics.
  italic: { latin: 'latinItalic', devanagari: 'devanagari' },
  pen: { latin: 'latinPen', devanagari: 'devanagari' },
};

const bytes = new Map<FontName, Buffer>();
const fonts = new Map<FontName, Font>();

export function fontBytes(name: FontName): Buffer {
  const known = bytes.get(name) ?? readFileSync(require.resolve(files[name]));
  bytes.set(name, known);
  return known;
}

export function fontOf(name: FontName): Font {
  // `create` may return a font collection unless a font is named; ours are single fonts.
  const known = fonts.get(name) ?? (create(fontBytes(name)) as Font);
  fonts.set(name, known);
  return known;
}

export interface Run {
  font: FontName;
  text: string;
}

/** Devanagari with joiners and extensions. DejaVu lacks it, and Noto's Devanagari lacks ₱. */
const script = /(?:[\u0900-\u097f\ua8e0-\ua8ff]|[\u200c\u200d])+/gu;

/** Splits a text into runs of one font each. */
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
