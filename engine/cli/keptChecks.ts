import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompileResult, Diagnostic, SourceFile } from '../compiler/types.ts';

/** What a check found. Of a release, only its hash is reported. */
export interface CheckOutcome {
  diagnostics: Diagnostic[];
  release?: { hash: string };
}

export interface KeptChecks {
  get(files: readonly SourceFile[]): CheckOutcome | undefined;
  add(files: readonly SourceFile[], outcome: CheckOutcome): void;
}

const mostKept = 24;
/** Larger results belong to a broken configuration, which is about to change. */
const mostFindings = 500;

/**
 * Keeps what checks found, one file for each content of a configuration. The folder can be deleted at any time. If it cannot be written,
 * nothing is kept.
 *
 * @param version names the code that checks, with everything but the files that its result depends on
 */
export function keptChecks(folder: string, version: string): KeptChecks {
  const keyOf = (files: readonly SourceFile[]): string => {
    const hash = createHash('sha256').update(version);
    // Lengths separate the parts, so that no other files give the same text.
    for (const { path, text } of files) hash.update(`\n${path.length} ${text.length}\n`).update(path).update(text);
    return hash.digest('hex');
  };
  const fileOf = (files: readonly SourceFile[]) => join(folder, `${keyOf(files)}.json`);
  return {
    get(files) {
      const file = fileOf(files);
      const outcome = load(file);
      if (outcome) touch(file);
      return outcome;
    },
    add(files, { diagnostics, release }) {
      if (diagnostics.length > mostFindings) return;
      save(fileOf(files), { diagnostics, ...(release && { release: { hash: release.hash } }) });
      forgetOldest(folder);
    },
  };
}

/** Checks anew, or takes what an earlier run found in the same files. */
export async function checkKept(
  files: readonly SourceFile[],
  kept: KeptChecks | undefined,
  compile: (files: readonly SourceFile[]) => Promise<CompileResult>,
): Promise<CheckOutcome> {
  const known = kept?.get(files);
  if (known) return known;
  const fresh = await compile(files);
  kept?.add(files, fresh);
  return fresh;
}

function load(file: string): CheckOutcome | undefined {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<CheckOutcome> | null;
    return Array.isArray(read?.diagnostics) ? (read as CheckOutcome) : undefined;
  } catch {
    return undefined;
  }
}

/** Those that were used last are kept. */
function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Read-only: nothing is forgotten there either.
  }
}

/** Writes to a temporary file and renames it, so that a parallel run never reads half a file. */
function save(file: string, outcome: CheckOutcome): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(draft, JSON.stringify(outcome));
    renameSync(draft, file);
  } catch {
    // Read-only. The next run checks again.
  }
}

function forgetOldest(folder: string): void {
  try {
    const byAge = readdirSync(folder)
      .map((name) => ({ file: join(folder, name), usedAt: statSync(join(folder, name)).mtimeMs }))
      .toSorted((a, b) => b.usedAt - a.usedAt);
    for (const { file } of byAge.slice(mostKept)) rmSync(file, { force: true });
  } catch {
    // A parallel run was faster.
  }
}
