import { createHash } from 'node:crypto';
import type { Cause } from '../../../contract/staff/studio.ts';
import { type Grid, textAt } from './grid.ts';

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Identifies the source text and the translation that a translator saw. The exported file contains it, so that an import can detect a stale
 * row.
 */
export const versionOf = (grid: Grid, key: string, language: string): string =>
  `${short(textAt(grid.now, grid.main, key))}-${short(textAt(grid.now, language, key))}`;

/** What has changed since the export of a file, or undefined. */
export function changedSince(
  grid: Grid,
  { key, language, version }: { key: string; language: string; version: string },
): Cause | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{8}$/.test(version)) return undefined;
  const [source, target] = versionOf(grid, key, language).split('-');
  if (!version.endsWith(`-${target}`)) return { code: 'translationChanged', params: {} };
  if (!version.startsWith(`${source}-`)) return { code: 'sourceChanged', params: {} };
  return undefined;
}
