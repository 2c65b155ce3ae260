import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import recheck from 'recheck/package.json' with { type: 'json' };
import type { KeptVerdicts, Verdict } from '../compiler/types.ts';

interface Kept {
  /** Version of the judge: another one may know better. */
  recheck: string;
  verdicts: Record<string, Verdict>;
}

/** Verdicts in a file, which may be removed at any time; where it cannot be written, nothing is kept. */
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

/** Two runs at once both write the whole; neither reads the half of it. */
function save(file: string, kept: Kept): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, JSON.stringify(kept));
    renameSync(draft, file);
  } catch {
    // Read-only, as in a container: judged anew each time.
  }
}
