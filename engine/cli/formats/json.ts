import { fingerprintsOf } from '../fingerprints.ts';
import type { Report } from './report.ts';

/** Renders the findings with their fingerprints, for programs. */
export function formatJson({ diagnostics, files, release }: Report): string {
  const fingerprints = fingerprintsOf(diagnostics, files);
  const identified = diagnostics.map((each) => ({ ...each, fingerprint: fingerprints.get(each) }));
  return JSON.stringify({ release, diagnostics: identified }, undefined, 2);
}
