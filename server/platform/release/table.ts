import type { Generated, JSONColumnType } from 'kysely';
import type { Manifest, Part, SourceFile } from '../../../engine/compiler/types.ts';
import type { RecordedPolicy } from './types.ts';

export interface ReleaseRow {
  hash: string;
  manifest: JSONColumnType<Manifest>;
  /** Names of its parts; the bodies are shared between releases. */
  part_names: JSONColumnType<string[]>;
  /** The files it was made from, for `pull` and `diff`. */
  sources: JSONColumnType<SourceFile[]>;
  created_by: string;
  created_at: Generated<Date>;
}

/** A part's content never changes: its name is the hash of it. */
export interface ReleasePartRow {
  name: string;
  type: Part['type'];
  body: string;
  brotli: Uint8Array;
  gzip: Uint8Array;
}

/** Each move of the pointer; the newest row names the active release. */
export interface ActiveReleaseRow {
  id: Generated<number>;
  hash: string;
  kind: 'seed' | 'publish' | 'rollback';
  /** What its publisher wished for drafts that do not hold under it. */
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
