import type { Generated, JSONColumnType } from 'kysely';
import type { Manifest, Part, SourceFile } from '../../../engine/compiler/types.ts';
import type { RolloutRow } from './rolloutTable.ts';
import type { RecordedPolicy } from './types.ts';

export interface ReleaseRow {
  hash: string;
  manifest: JSONColumnType<Manifest>;
  /** Names of the parts. Releases share part bodies. */
  part_names: JSONColumnType<string[]>;
  /** Source files, for `pull` and `diff`. */
  sources: JSONColumnType<SourceFile[]>;
  created_by: string;
  created_at: Generated<Date>;
}

/** A part is immutable: its name is the hash of its content. */
export interface ReleasePartRow {
  name: string;
  type: Part['type'];
  body: string;
  brotli: Uint8Array;
  gzip: Uint8Array;
}

/** History of active releases. The newest row of an application names its active one. */
export interface ActiveReleaseRow {
  id: Generated<number>;
  /** `main`, or the name of another application of the product. */
  application: string;
  hash: string;
  kind: 'seed' | 'publish' | 'rollback';
  /** Publisher's policy for drafts that are not valid under this release. */
  carry_over: Generated<RecordedPolicy | null>;
  /** Actor, as in the audit log. */
  moved_by: string;
  moved_at: Generated<Date>;
  /** Id of the previous row; 0 for the first. No two rows have the same predecessor. Null in rows from before that rule. */
  previous: Generated<number | null>;
  /** Its authority: an approved change, an exemption, or only urgency (break-glass). Null for a rollback. */
  authority: Generated<'change' | 'exempt' | 'breakGlass' | null>;
  change_id: Generated<string | null>;
  reason: Generated<string | null>;
}

export interface ReleaseTables {
  rollouts: RolloutRow;
  releases: ReleaseRow;
  release_parts: ReleasePartRow;
  active_releases: ActiveReleaseRow;
}

declare module '../db/database.ts' {
  interface Database extends ReleaseTables {}
}
