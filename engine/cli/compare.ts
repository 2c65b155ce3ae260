import type { SourceFile } from '../compiler/types.ts';
import type { CarryOver, Migration } from '../config/carryOver.ts';
import { diff, uncovered, type Change } from '../diff/index.ts';
import { pendingMigrations } from '../migrate/index.ts';
import type { CliDeps, Rehearsal, ReleaseStore } from './types.ts';

/** One side of a comparison. */
export interface Compared {
  files: readonly SourceFile[];
  /** Only for a stored release. */
  hash?: string;
}

export interface Comparison {
  changes: Change[];
  /** The changes that break drafts and have no migration. */
  open: Change[];
}

/** Lists the changes, and those that need a migration but have none. */
export function compare(before: Compared, after: Compared, { registry }: Pick<CliDeps, 'registry'>): Comparison {
  const changes = diff(before.files, after.files, registry);
  return { changes, open: uncovered(changes, before.hash ?? '', carryOverOf(before.files), carryOverOf(after.files)) };
}

/**
 * The ids of the new migrations that find answers under the names of the previous release: those up to and including the first that renames
 * or moves answers.
 */
export function firstMigrations(before: Compared, after: Compared): ReadonlySet<string> {
  const { migrations } = pendingMigrations(before.hash ?? '', carryOverOf(before.files), carryOverOf(after.files));
  const isReshaping = ({ steps = [] }: Migration) => steps.some(({ rename, move }) => rename ?? move);
  const end = migrations.findIndex(isReshaping);
  return new Set(migrations.slice(0, end < 0 ? undefined : end + 1).map(({ id }) => id));
}

function carryOverOf(files: readonly SourceFile[]): CarryOver | undefined {
  const file = files.find(({ path }) => path === 'flows/carryOver.json');
  return file && (JSON.parse(file.text) as CarryOver);
}

/** Returns a stored release by its hash, or the active one for "active". */
export async function storedSources(store: ReleaseStore, name: string): Promise<Compared | undefined> {
  const hash = name === 'active' ? await store.active() : name;
  const files = hash === undefined ? undefined : await store.sources?.(hash);
  return files && hash !== undefined ? { files, hash } : undefined;
}

/** Summarises the effect on drafts. Shows only figures and field names, never an answer. */
export function describeRehearsal({ held, migrated, askedAgain, restarted, pinned, unmet }: Rehearsal): string {
  const said = [
    `${held} continue unchanged`,
    `${migrated} are migrated (${askedAgain} of them must answer a question again)`,
    `${restarted} restart`,
    `${pinned} stay on their release`,
  ];
  const fields = Object.entries(unmet).map(([field, count]) => `${field} (${count})`);
  return `Applications in progress: ${said.join(', ')}.${fields.length > 0 ? ` Not carried over: ${fields.join(', ')}.` : ''}`;
}
