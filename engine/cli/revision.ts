import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';
import { projectConfigFile, readSources } from './sources.ts';

const prefix = 'git:';
/** A configuration of a hundred times today's size. */
const maxBytes = 500 * 1024 * 1024;

/**
 * The configuration in a folder, or at a revision of git: `git:main`, `git:HEAD~1`.
 *
 * @param root the folder that paths and revisions are taken from
 * @returns undefined where there is no such folder or revision
 */
export function sourcesNamed(root: string, name: string): SourceFile[] | undefined {
  if (name.startsWith(prefix)) return atRevision(root, name.slice(prefix.length));
  const folder = resolve(root, name);
  return existsSync(folder) ? readSources(folder) : undefined;
}

/** Read from the store of git, so that nothing in the work tree is touched. */
function atRevision(root: string, revision: string): SourceFile[] | undefined {
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: root, maxBuffer: maxBytes, stdio: ['pipe', 'pipe', 'ignore'], ...(input !== undefined && { input }) });
  let listed: string;
  try {
    // A revision is data: what begins with a dash is none, and never an option.
    listed = git(['ls-tree', '-r', '-z', '--end-of-options', revision, '--', 'schemas', 'flows', 'locales', projectConfigFile]).toString();
  } catch {
    return undefined;
  }
  const paths = listed.split('\0').flatMap((line) => line.split('\t')[1] ?? []);
  const wanted = paths.filter((path) => /\.(json|md)$/.test(path) && !path.startsWith('schemas/meta/'));
  // Paths of ls-tree are from this folder; "./" says the same to cat-file, wherever in the repository it lies.
  const contents = git(['cat-file', '--batch'], wanted.map((path) => `${revision}:./${path}\n`).join(''));
  return textsOf(contents).map((text, index) => ({ path: wanted[index] ?? '', text }));
}

/** What `git cat-file --batch` prints: a line `<id> blob <bytes>`, the bytes, a line feed. */
function textsOf(output: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const bytes = Number(output.toString('utf8', at, end).split(' ')[2]);
    texts.push(output.toString('utf8', end + 1, end + 1 + bytes));
    at = end + 1 + bytes + 1;
  }
  return texts;
}
