import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Content } from '../../engine/config/content.ts';
import { root } from '../support/root.ts';
import { shipped } from './shipped.ts';

const films = shipped<Content>('flows/content/films.json').items.flatMap(({ video }) => video ?? []);
const fileOf = (path: string) => join(root, 'public', path);
const maxBytes = 200 * 1024;

test('S30 every video file exists and is small enough for a slow network', () => {
  expect(films.length).toBeGreaterThan(0);
  for (const { sources, poster, captions } of films) {
    const paths = [poster, ...sources.map(({ src }) => src), ...Object.values(captions)];
    expect(paths.filter((path) => !existsSync(fileOf(path)))).toEqual([]);
    for (const { src } of sources) expect(statSync(fileOf(src)).size).toBeLessThan(maxBytes);
  }
});

test('S30 captions end with the video', () => {
  for (const { captions, seconds } of films) {
    for (const path of Object.values(captions)) {
      const ends = [...readFileSync(fileOf(path), 'utf8').matchAll(/--> 00:00:(\d\d)\.000/g)].map(([, second]) => Number(second));
      expect({ path, seconds: ends.at(-1) }).toEqual({ path, seconds });
    }
  }
});
