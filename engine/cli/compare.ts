import type { SourceFile } from '../compiler/types.ts';
import type { CarryOver } from '../config/carryOver.ts';
import { diff, uncovered, type Change } from '../diff/index.ts';
import type { CliDeps, Rehearsal, ReleaseStore } from './types.ts';

/** One of two configurations to be compared. */
export interface Compared {
  files: readonly SourceFile[];
  /** Of a stored release. */
  hash?: string;
}

export interface Comparison {
  changes: Change[];
  /** Those that break drafts and that no migration speaks of. */
  open: Change[];
}

/** What changed, and what of it nobody has taken care of. */
export function compare(before: Compared, after: Compared, { registry }: Pick<CliDeps, 'registry'>): Comparison {
  const changes = diff(before.files, after.files, registry);
  return { changes, open: uncovered(changes, before.hash ?? '', carryOverOf(before.files), carryOverOf(after.files)) };
}

function carryOverOf(files: readonly SourceFile[]): CarryOver | undefined {
  const file = files.find(({ path }) => path === 'flows/carryOver.json');
  return file && (JSON.parse(file.text) as CarryOver);
}

/** A stored release by its hash, or the active one. */
export async function storedSources(store: ReleaseStore, name: string): Promise<Compared | undefined> {
  const hash = name === 'active' ? await store.active() : name;
  const files = hash === undefined ? undefined : await store.sources?.(hash);
  return files && hash !== undefined ? { files, hash } : undefined;
}

/** What would become of drafts, for people; figures and names of fields, never an answer. */
export function tellRehearsal({ held, migrated, askedAgain, restarted, pinned, unmet }: Rehearsal): string {
  const said = [
    `${held} go over as they are`,
    `${migrated} are migrated (${askedAgain} of them asked something again)`,
    `${restarted} are begun anew`,
    `${pinned} stay under the release they were begun with`,
  ];
  const fields = Object.entries(unmet).map(([field, count]) => `${field} (${count})`);
  return `Applications in progress: ${said.join(', ')}.${fields.length > 0 ? ` Left without a place: ${fields.join(', ')}.` : ''}`;
}
