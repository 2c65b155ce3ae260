import { fingerprintsOf } from '../fingerprints.ts';
import type { Report } from './report.ts';

/** For programs: the findings as they are, each with its fingerprint. */
export function formatJson({ diagnostics, files, release }: Report): string {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const told = diagnostics.map((each) => ({ ...each, fingerprint: fingerprints.get(each) }));
  return JSON.stringify({ release, diagnostics: told }, undefined, 2);
}
