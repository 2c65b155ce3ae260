import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import { UsageError } from './arguments.ts';
import { fingerprintsOf } from './fingerprints.ts';

/**
 * The warnings that a project accepts for now. The command hides these and shows only new ones. The next update removes fixed
 * warnings. A baseline never hides an error.
 */
export interface Baseline {
  /** Fingerprint → the finding, for readers of the file. */
  findings: Readonly<Record<string, { code: string; file: string; message: string }>>;
}

export interface Filtered {
  diagnostics: Diagnostic[];
  /** The number of hidden warnings. */
  known: number;
  /** The number of entries whose warning no longer occurs. */
  mended: number;
}

export function sift(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], { findings }: Baseline): Filtered {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const isKnown = (each: Diagnostic) => each.severity === 'warning' && Object.hasOwn(findings, fingerprints.get(each) ?? '');
  const shown = diagnostics.filter((each) => !isKnown(each));
  const known = diagnostics.length - shown.length;
  return { diagnostics: shown, known, mended: Object.keys(findings).length - known };
}

/** Writes the current warnings as a baseline, sorted for a readable git diff. */
export function writeBaseline(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const findings = diagnostics
    .filter(({ severity }) => severity === 'warning')
    .map((each) => [fingerprints.get(each) ?? '', { code: each.code, file: each.file, message: each.message }] as const)
    .sort(([, a], [, b]) => (`${a.file} ${a.code} ${a.message}` < `${b.file} ${b.code} ${b.message}` ? -1 : 1));
  return `${JSON.stringify({ findings: Object.fromEntries(findings) }, undefined, 2)}\n`;
}

/** @throws UsageError if the text is not a baseline */
export function readBaseline(path: string, text: string | undefined): Baseline {
  if (text === undefined) return { findings: {} };
  try {
    const { findings } = JSON.parse(text) as Partial<Baseline>;
    if (findings !== null && typeof findings === 'object') return { findings };
  } catch {
    // The error below is more useful than a position in a generated file.
  }
  throw new UsageError(`${path} is not a baseline. Create it again with --update-baseline.`);
}
