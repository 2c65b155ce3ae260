import type { Generated, JSONColumnType } from 'kysely';
import type { Manifest, Part, SourceFile } from '../../../engine/compiler/types.ts';
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
  moved_by: string;
  moved_at: Generated<Date>;
}

export interface ReleaseTables {
  releases: ReleaseRow;
  release_parts: ReleasePartRow;
  active_releases: ActiveReleaseRow;
}

declare module '../db/database.ts' {
  interface Database extends ReleaseTables {}
}
