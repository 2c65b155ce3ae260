import { existsSync, readFileSync } from 'node:fs';
import recheck from 'recheck/package.json' with { type: 'json' };
import type { KeptVerdicts, Verdict } from '../compiler/types.ts';
import { replaceFile } from './replaceFile.ts';

interface Kept {
  /** The version of recheck, because a newer one may reach a better verdict. */
  recheck: string;
  verdicts: Record<string, Verdict>;
}

/** Caches verdicts in a file, which can be deleted at any time. If it cannot be written, nothing is cached. */
export function keptVerdicts(file: string): KeptVerdicts {
  let known: Map<string, Verdict> | undefined;
  const unjudged = new Set<string>();
  const all = () => (known ??= new Map(Object.entries(load(file))));
  return {
    get(key) {
      const verdict = all().get(key);
      if (!verdict) unjudged.add(key);
      return verdict;
    },
    isCertain: () => unjudged.size === 0,
    add(found) {
      for (const [key, verdict] of found) {
        all().set(key, verdict);
        unjudged.delete(key);
      }
      const kept: Kept = { recheck: recheck.version, verdicts: Object.fromEntries(all()) };
      replaceFile(file, JSON.stringify(kept));
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
