import type { FormDefinition, Manifest, Part, Release, SourceFile } from '../../../engine/compiler/types.ts';
import type { DecisionTable, LifeCycle } from '../../../engine/config/flow.ts';
import type { Expression, FormModule } from '../../../engine/form/types.ts';
import type { CompiledFlow } from '../../../engine/flow/types.ts';

/** What is to become of drafts that do not hold under a release, where its publisher said so. */
export type RecordedPolicy = 'pin' | 'restart';

/** Expressions of a part, by source. */
export type Expressions = Readonly<Record<string, Expression>>;

export interface LoadedForm {
  definition: FormDefinition;
  module: FormModule;
}

/** A release ready to rule: its manifest, and its modules loaded when first asked for. Unknown ids throw. */
export interface LoadedRelease {
  readonly hash: string;
  readonly manifest: Manifest;
  form(id: string): Promise<LoadedForm>;
  flow(id: string): Promise<CompiledFlow>;
  decisionTable(id: string): Promise<{ table: DecisionTable; expressions: Expressions }>;
  lifeCycle(id: string): Promise<{ lifeCycle: LifeCycle; expressions: Expressions }>;
  /** Expressions of a file of a kind that the server registers, by source; none where it has none. */
  expressionsOf(kind: string, id: string): Promise<Expressions>;
  /** Text of a part of this release. */
  text(part: string): Promise<string>;
}

/** A part with its compressed forms, ready to be sent. */
export interface StoredPart extends Part {
  brotli: Uint8Array;
  gzip: Uint8Array;
}

/** Why a node must not take traffic; empty when it may. */
export type ReadinessProblem = { code: 'noRelease' | 'releaseUnfit'; message: string };

export interface ReleaseService {
  /** The release that rules whatever begins now. Throws before the first one is there. */
  active(): LoadedRelease;
  /** Any release ever stored; undefined for an unknown hash. */
  get(hash: string): Promise<LoadedRelease | undefined>;
  part(name: string): Promise<StoredPart | undefined>;
  /** Makes sure that something may be pinned to this release: it survives a restart. */
  keep(hash: string): Promise<void>;
  /** What publishers wished for drafts that do not hold, since this release was active last; undefined where none said. */
  policySince(hash: string): Promise<RecordedPolicy | undefined>;
  ready(): Promise<ReadinessProblem[]>;
  stop(): Promise<void>;
}

/** Where releases live, and which of them is active. Also the store behind `hakbang publish | rollback | pull`. */
export interface ReleaseTable {
  activeHash(): Promise<string | undefined>;
  /** The one that was active before the one of now. */
  previousHash(): Promise<string | undefined>;
  load(hash: string): Promise<{ manifest: Manifest; parts: string[]; sources: SourceFile[] } | undefined>;
  part(name: string): Promise<StoredPart | undefined>;
  /** Stores without activating; storing the same release again changes nothing. */
  save(release: Release, by: string): Promise<void>;
  /** @param policy for drafts that do not hold and that no migration speaks of */
  activate(hash: string, by: string, kind: 'seed' | 'publish' | 'rollback', policy?: RecordedPolicy): Promise<void>;
  policySince(hash: string): Promise<RecordedPolicy | undefined>;
}
