import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { palettes } from '../../../src/borrower/palettes.ts';
import { root } from '../../support/root.ts';

type Colours = Record<string, string>;

const css = readFileSync(join(root, 'src/styles/palettes.css'), 'utf8');

/** The colours in a rule of palettes.css, by property name. */
function coloursOf(selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`palettes.css has no rule "${selector}".`);
  const body = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

const light = coloursOf(':root');
const dark = { ...light, ...coloursOf(":root[data-theme='dark']") };
/** The palettes other than the first, which is on the root itself. */
const others = palettes.map(({ name }) => name).slice(1);
const themes: [string, Colours][] = [
  ['light', light],
  ['dark', dark],
  ...others.flatMap((name): [string, Colours][] => [
    [`${name} light`, { ...light, ...coloursOf(`:root[data-palette='${name}']`) }],
    [`${name} dark`, { ...dark, ...coloursOf(`:root[data-theme='dark'][data-palette='${name}']`) }],
  ]),
];

const texts = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((ink) => ['paper', 'surface', 'surface-sunken'].map((ground) => [ink, ground])),
  ...['primary', 'danger', 'success', 'warning', 'info'].flatMap((tone) =>
    ['paper', 'surface', `${tone}-soft`].map((ground) => [tone, ground]),
  ),
  ['primary-strong', 'primary-soft'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['on-accent', 'accent'],
  ['ink', 'accent-soft'],
  ...['danger', 'success', 'warning', 'info'].map((tone) => ['ink', `${tone}-soft`]),
  ...['on-hero', 'on-hero-soft'].flatMap((ink) => ['hero', 'hero-deep'].map((ground) => [ink, ground])),
  // A toast swaps ink and paper.
  ['paper', 'ink'],
];
const lines = ['paper', 'surface', 'surface-sunken'].flatMap((ground) =>
  ['line-strong', 'primary', 'danger'].map((line) => [line, ground]),
);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = '', other = ''): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each(themes)('%s: every text is at least 4.5:1, every line that must be seen 3:1', (_name, colours) => {
  const low = (pairs: string[][], least: number) =>
    pairs
      .map(([front = '', ground = '']) => ({ pair: `${front} on ${ground}`, ratio: contrast(colours[front], colours[ground]) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);
  expect([...low(texts, 4.5), ...low(lines, 3)]).toEqual([]);
});

test('dark is the same whether the system or the person chose it', () => {
  const rules = (system: string, chosen: string) => expect(coloursOf(system)).toEqual(coloursOf(chosen));
  rules("  :root:not([data-theme='light'])", ":root[data-theme='dark']");
  for (const name of others) {
    rules(`  :root[data-palette='${name}']:not([data-theme='light'])`, `:root[data-theme='dark'][data-palette='${name}']`);
  }
});
