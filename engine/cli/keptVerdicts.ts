import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import recheck from 'recheck/package.json' with { type: 'json' };
import type { KeptVerdicts, Verdict } from '../compiler/types.ts';

interface Kept {
  /** The version of recheck, because a newer one can judge better. */
  recheck: string;
  verdicts: Record<string, Verdict>;
}

/** Caches verdicts in a file, which can be deleted at any time. If it cannot be written, nothing is cached. */
export function keptVerdicts(file: string): KeptVerdicts {
  let known: Map<string, Verdict> | undefined;
  const all = () => (known ??= new Map(Object.entries(load(file))));
  return {
    get: (key) => all().get(key),
    add(found) {
      for (const [key, verdict] of found) all().set(key, verdict);
      save(file, { recheck: recheck.version, verdicts: Object.fromEntries(all()) });
    },
  };
}

function load(file: string): Kept['verdicts'] {
  try {
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
    return kept?.recheck === recheck.version ? kept.verdicts : {};
  } catch {
    return {};
  }
}

/** Writes to a temporary file and renames it, so that a parallel run never reads half a file. */
function save(file: string, kept: Kept): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, JSON.stringify(kept));
    renameSync(draft, file);
  } catch {
    // The file system is read-only, as in a container. The next run judges again.
  }
}
