import type { ChangedFile } from '../../../../server/contract/staff/studio.ts';

export const groups = ['screens', 'forms', 'words', 'lists', 'flows', 'other'] as const;
type Group = (typeof groups)[number];

/** The group in which an editor would look for a file. */
export function groupOf(path: string): Group {
  if (path.startsWith('flows/screens/')) return 'screens';
  if (path.startsWith('schemas/forms/')) return 'forms';
  if (path.startsWith('locales/')) return 'words';
  if (path.startsWith('schemas/enums/')) return 'lists';
  return path.startsWith('flows/') ? 'flows' : 'other';
}

/** The short name of a file within its group. */
export const nameOf = (path: string): string =>
  path.replace(/^(flows\/screens|schemas\/forms|schemas\/enums|locales|flows)\//, '').replace(/\.(screen|schema)\.json$|\.json$/, '');

/** The files whose path contains every word of the search. */
export function matching(files: readonly ChangedFile[], wanted: string): readonly ChangedFile[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? files : files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
}
