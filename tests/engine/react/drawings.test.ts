import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawings } from '../../../engine/react/parts/drawings.ts';
import { root } from '../../support/root.ts';

const folder = join(root, 'engine/react/drawings');
const palettes = readFileSync(join(root, 'src/styles/palettes.css'), 'utf8');
const mostBytes = 3 * 1024;

test('every drawing has a name that screens may use, and every name a drawing', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.svg$/, ''));
  expect(files.toSorted()).toEqual([...drawings].toSorted());
});

describe.each([...drawings])('%s', (name) => {
  const source = readFileSync(join(folder, `${name}.svg`), 'utf8');

  test('is small and is found under its name', () => {
    expect(source.length).toBeLessThanOrEqual(mostBytes);
    expect(source).toContain('<g id="drawing"');
  });

  test('has only colours of the palette', () => {
    const colours = [...source.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour = '']) => colour);
    for (const colour of colours) {
      const token = /^var\((--[a-z-]+)\)$/.exec(colour)?.[1];
      expect(colour === 'none' || (token !== undefined && palettes.includes(`${token}:`))).toBe(true);
    }
  });
});
