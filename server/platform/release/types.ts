import type { FormDefinition, Manifest, Part, Release, SourceFile } from '../../../engine/compiler/types.ts';
import type { DecisionTable, LifeCycle } from '../../../engine/config/flow.ts';
import type { Expression, FormModule } from '../../../engine/form/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { CompiledFlow } from '../../../engine/flow/types.ts';

/** Publisher's policy for drafts that are not valid under a release. */
export type RecordedPolicy = 'pin' | 'restart';

/** Compiled expressions of a part, by source text. */
export type Expressions = Readonly<Record<string, Expression>>;

export interface LoadedForm {
  definition: FormDefinition;
  module: FormModule;
}

/** A release in use: its manifest, and modules that load on demand. Unknown ids throw. */
export interface LoadedRelease {
  readonly hash: string;
  readonly manifest: Manifest;
  form(id: string): Promise<LoadedForm>;
  flow(id: string): Promise<CompiledFlow>;
  decisionTable(id: string): Promise<{ table: DecisionTable; expressions: Expressions }>;
  lifeCycle(id: string): Promise<{ lifeCycle: LifeCycle; expressions: Expressions }>;
  /** Compiled expressions of a file, by source text, for a kind that the server registers. Empty if it has none. */
  expressionsOf(kind: string, id: string): Promise<Expressions>;
  /** Compiled conditions of the migrations' steps. */
  carryOverExpressions(): Promise<Expressions>;
  text(part: string): Promise<string>;
}

export type ActivationKind = 'seed' | 'publish' | 'rollback';

/** A part with its compressed encodings. */
export interface StoredPart extends Part {
  brotli: Uint8Array;
  gzip: Uint8Array;
}

/** Why a node must not receive traffic. */
export type ReadinessProblem = { code: 'noRelease' | 'releaseUnfit'; message: string };

/** A release that a growing share of the people gets before it becomes the active one (rollout/). */
export interface OpenRollout {
  id: string;
  hash: string;
  /** The active release, which everybody else has. */
  base: string;
  salt: string;
  /** The counting round (rolloutTable.ts). */
  round: number;
  /** False while paused. While running, people who enter the share get the new release. */
  isRunning: boolean;
  percent: number;
  policy?: RecordedPolicy;
}

/** An open rollout as a node tracks it. */
export interface RollingRelease extends OpenRollout {
  release: LoadedRelease;
  /** Customers whom this node knows to be on the new release. */
  admitted: Set<string>;
}

export interface ReleaseService {
  /**
   * The active release, for anything that starts now. Inside `within`, the release chosen for the caller. Throws until the first release is
   * active.
   */
  active(): LoadedRelease;
  /** Returns any stored release; undefined for an unknown hash. */
  get(hash: string): Promise<LoadedRelease | undefined>;
  part(name: string): Promise<StoredPart | undefined>;
  /** Stores a release that something is about to be pinned to, so that it survives a restart. */
  keep(hash: string): Promise<void>;
  /** Publishers' policy for invalid drafts since this release was last active; undefined if none was set. */
  policySince(hash: string): Promise<RecordedPolicy | undefined>;
  ready(): Promise<ReadinessProblem[]>;
  /** The open rollout. Absent if releases come from files. */
  rollout?(): RollingRelease | undefined;
  /** Runs work with another release as the active one. */
  within?<T>(release: LoadedRelease, work: () => T): T;
  /** Checks at once whether another release is active. Absent if releases come from files. */
  refresh?(): Promise<void>;
  stop(): Promise<void>;
}

/** An application other than the main one (project.ts), as the server runs it. */
export interface Application {
  name: string;
  operations: Registry['operations'];
  releases: ReleaseService;
}

/** Storage of releases, and of which one is active. Also the store behind `hakbang publish | rollback | pull`. */
export interface ReleaseTable {
  activeHash(): Promise<string | undefined>;
  openRollout(): Promise<OpenRollout | undefined>;
  /** How the active release became active. */
  activeKind(): Promise<ActivationKind | undefined>;
  /** Hash of the release that was active before the current one. */
  previousHash(): Promise<string | undefined>;
  load(hash: string): Promise<{ manifest: Manifest; parts: string[]; sources: SourceFile[] } | undefined>;
  part(name: string): Promise<StoredPart | undefined>;
  /** Stores without activating. Idempotent. */
  save(release: Release, by: string): Promise<void>;
  /**
   * Makes a stored release the active one, whichever was active before. All ways to publish go through `publishRelease` (publishing/),
   * which uses `moveActive`.
   *
   * @param policy for drafts that are invalid and that no migration covers
   */
  activate(hash: string, by: string, kind: ActivationKind, policy?: RecordedPolicy): Promise<void>;
  policySince(hash: string): Promise<RecordedPolicy | undefined>;
}
