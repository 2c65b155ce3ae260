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

export function documentOf(language: string, id: string): string {
  return readFileSync(join(root, `locales/${language}/documents/${id}.md`), 'utf8');
}
