import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';
import { projectConfigFile, readSources } from './sources.ts';

const prefix = 'git:';
/** A hundred times the size of the current configuration. */
const maxBytes = 500 * 1024 * 1024;

/**
 * Reads the configuration from a folder or a git revision: `git:main`, `git:HEAD~1`.
 *
 * @param root the folder that paths and revisions are relative to
 * @returns undefined if there is no such folder or revision
 */
export function sourcesNamed(root: string, name: string): SourceFile[] | undefined {
  if (name.startsWith(prefix)) return atRevision(root, name.slice(prefix.length));
  const folder = resolve(root, name);
  return existsSync(folder) ? readSources(folder) : undefined;
}

/** Reads from git's object store and leaves the work tree alone. */
function atRevision(root: string, revision: string): SourceFile[] | undefined {
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: root, maxBuffer: maxBytes, stdio: ['pipe', 'pipe', 'ignore'], ...(input !== undefined && { input }) });
  let listed: string;
  try {
    // `--end-of-options` stops a revision that starts with a dash from becoming an option.
    listed = git(['ls-tree', '-r', '-z', '--end-of-options', revision, '--', 'schemas', 'flows', 'locales', projectConfigFile]).toString();
  } catch {
    return undefined;
  }
  const paths = listed.split('\0').flatMap((line) => line.split('\t')[1] ?? []);
  const wanted = paths.filter((path) => /\.(json|md)$/.test(path) && !path.startsWith('schemas/meta/'));
  // The paths of ls-tree are relative to this folder. "./" makes cat-file read them the same way.
  const contents = git(['cat-file', '--batch'], wanted.map((path) => `${revision}:./${path}\n`).join(''));
  return textsOf(contents).map((text, index) => ({ path: wanted[index] ?? '', text }));
}

/** Parses `git cat-file --batch`: a line `<id> blob <bytes>`, the bytes, a line feed. */
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
