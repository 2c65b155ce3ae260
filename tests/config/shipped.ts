import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPart } from '../../engine/compiler/index.ts';
import type { Release } from '../../engine/compiler/types.ts';
import { projectFiles } from '../scenarios/project.ts';
import { releaseOf } from '../support/compiled.ts';
import { root } from '../support/root.ts';

/** A JSON file of the shipped configuration. */
export function shipped<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}

/** Names of the files in a folder, without what follows the first dot. */
export function idsIn(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => name.split('.')[0] ?? '');
}

/** The shipped configuration, compiled. */
export const shippedRelease = (): Promise<Release> => releaseOf(projectFiles());

export async function partOf<T>(release: Release, name: string): Promise<T> {
  const part = release.parts.get(name);
  if (!part) throw new Error(`The release has no part ${name}`);
  return (await loadPart(part)) as T;
}

type Words = { [key: string]: string | Words };

/** All texts of a language by dotted key, beginning with the name of their file. */
export function wordsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (words: Words, prefix: string) => {
    for (const [key, value] of Object.entries(words)) {
      if (key === '$schema') continue;
      if (typeof value === 'string') texts.set(`${prefix}.${key}`, value);
      else walk(value, `${prefix}.${key}`);
    }
  };
  const folder = `locales/${language}`;
  for (const name of readdirSync(join(root, folder)).filter((each) => each.endsWith('.json'))) {
    walk(shipped<Words>(`${folder}/${name}`), name.replace('.json', ''));
  }
  return texts;
}

export function documentOf(language: string, id: string): string {
  return readFileSync(join(root, `locales/${language}/documents/${id}.md`), 'utf8');
}
