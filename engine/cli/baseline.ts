import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import { UsageError } from './arguments.ts';
import { fingerprintsOf } from './fingerprints.ts';

/**
 * The warnings that were there when a rule came. They are not told again, new ones are; a warning that is mended leaves at the next
 * update. What stops a release is no warning, so a baseline never hides it.
 */
export interface Baseline {
  /** Fingerprint → the finding, for people. */
  findings: Readonly<Record<string, { code: string; file: string; message: string }>>;
}

export interface Sifted {
  diagnostics: Diagnostic[];
  /** How many warnings the baseline knows. */
  known: number;
  /** Entries of the baseline that are mended. */
  mended: number;
}

export function sift(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], { findings }: Baseline): Sifted {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const isKnown = (each: Diagnostic) => each.severity === 'warning' && Object.hasOwn(findings, fingerprints.get(each) ?? '');
  const told = diagnostics.filter((each) => !isKnown(each));
  const known = diagnostics.length - told.length;
  return { diagnostics: told, known, mended: Object.keys(findings).length - known };
}

/** Text of a baseline with the warnings of now; sorted, so that git shows what came and went. */
export function writeBaseline(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const findings = diagnostics
    .filter(({ severity }) => severity === 'warning')
    .map((each) => [fingerprints.get(each) ?? '', { code: each.code, file: each.file, message: each.message }] as const)
    .sort(([, a], [, b]) => (`${a.file} ${a.code} ${a.message}` < `${b.file} ${b.code} ${b.message}` ? -1 : 1));
  return `${JSON.stringify({ findings: Object.fromEntries(findings) }, undefined, 2)}\n`;
}

/** @throws UsageError where the text is no baseline */
export function readBaseline(path: string, text: string | undefined): Baseline {
  if (text === undefined) return { findings: {} };
  try {
    const { findings } = JSON.parse(text) as Partial<Baseline>;
    if (findings !== null && typeof findings === 'object') return { findings };
  } catch {
    // Told below: the place of a mistake in a generated file helps nobody.
  }
  throw new UsageError(`${path} is no baseline. Write it anew with --update-baseline.`);
}
