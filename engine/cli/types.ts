import type { Diagnostic, KeptVerdicts, Release, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import type { Change } from '../diff/types.ts';
import type { Question, ScreenHost } from '../scenario/index.ts';
import type { KeptChecks } from './keptChecks.ts';
import type { WriteOptions } from './write.ts';

/** What to do with drafts that a release breaks and that no migration covers. */
export type CarryOverPolicy = 'pin' | 'restart';

/** The effect of a release on existing drafts. Contains only figures and field names, never an answer. */
export interface Rehearsal {
  held: number;
  migrated: number;
  /** Number of migrated drafts with questions to answer again. */
  askedAgain: number;
  restarted: number;
  pinned: number;
  /** The number of drafts with an invalid or unmapped answer after migration, by `form.field`. */
  unmet: Record<string, number>;
}

export interface PublishOptions {
  policy?: CarryOverPolicy;
  /** Reason for publishing without the required approval. Audited, and raises an alarm. */
  breakGlass?: string;
}

export interface PushOptions {
  title: string;
  /** Name of the staff member who makes the change. */
  as: string;
  /** Hash of the release that the files started from; the active one by default. */
  on?: string;
}

/** The result of publishing. The release is active only if `refused` is absent. */
export interface Published {
  /** The changes from the previously active release. Absent for the first release. */
  changes?: Change[];
  rehearsal?: Rehearsal;
  /** Conditions of its migrations that do not fit the active release. */
  misfits?: Diagnostic[];
  /** Why it was not published. */
  refused?: string;
}

/** Stores releases. The server implements it with its database. */
export interface ReleaseStore {
  /** Hash of the active release, or undefined before the first. */
  active(): Promise<string | undefined>;
  /** Stores a release and makes it active, unless the rules refuse it. */
  publish(release: Release, by: string, options?: PublishOptions): Promise<Published>;
  /**
   * Activates a release that was active before, by default the previous one.
   *
   * @returns the hash of the active release, or undefined if there is no such release
   */
  rollback(hash: string | undefined, by: string): Promise<string | undefined>;
  /**
   * Source files of the active release, or undefined before the first.
   *
   * @param change id of a change whose files to read instead; undefined if there is none
   */
  pull(change?: string): Promise<readonly SourceFile[] | undefined>;
  /** Opens a change from files. Rejects if the person may not edit them. */
  push?(files: readonly SourceFile[], options: PushOptions, by: string): Promise<{ id: string; files: number }>;
  /** Source files of any stored release. */
  sources?(hash: string): Promise<readonly SourceFile[] | undefined>;
  /** Computes the effect of a release, or of a stored one by its hash, on existing drafts. Changes nothing. */
  rehearse?(release: Release | string, policy?: CarryOverPolicy): Promise<Rehearsal>;
  close?(): Promise<void>;
}

/** The configuration of another application of the same product, with the findings of its check. */
export interface CheckedApplication {
  /** Its folder in the project's root. */
  folder: string;
  /** Its files, with paths relative to its folder. */
  files: readonly SourceFile[];
  diagnostics: Diagnostic[];
  /** The result of automatic fixes. */
  fixed: Fixes;
  /** Whether another run would find the same. */
  isCertain: boolean;
}

export interface Fixes {
  /** The number of findings that were fixed. */
  count: number;
  /** The number of files that contained them. */
  files: number;
}

export interface CliDeps {
  registry: Registry;
  read(): readonly SourceFile[];
  /**
   * Checks the product's other applications, which `check` covers too.
   *
   * @param config hakbang.config.json of the project, or nothing
   * @param options.fix applies the automatic fixes to their files first
   * @param options.usesCache reuses cached findings for unchanged files
   */
  checkOthers?(config: readonly SourceFile[], options: { fix: boolean; usesCache: boolean }): Promise<readonly CheckedApplication[]>;
  /** The product's other applications. */
  others?: readonly (Pick<CliDeps, 'read' | 'write'> & { folder: string; registry: () => Promise<Registry> })[];
  /** Cached findings of earlier runs of `check`. Without it, each run checks everything. */
  keptChecks?: KeptChecks;
  /** Cached verdicts on regular expressions. */
  verdicts?: KeptVerdicts;
  /** The configuration in another folder or at a revision (`git:<revision>`), or undefined if there is none. */
  sourcesNamed?(name: string): readonly SourceFile[] | undefined;
  /** Whether the settings name a shared database. Then `diff` and `publish` rehearse drafts without --database. */
  hasDatabase?: boolean;
  /** Writes files of the configuration, with paths relative to the project's root. */
  write(files: readonly SourceFile[], options?: WriteOptions): void;
  /** Opened only by commands that need it. */
  store(): Promise<ReleaseStore>;
  out(text: string): void;
  error(text: string): void;
  /** Whether the output supports colours. */
  colour?: boolean;
  /** Files outside the configuration, relative to the project's root: the baseline, reports and others. */
  beside?: { read(path: string): string | undefined; write(path: string, text: string): void };
  /** Calls back after each save with the saved paths, relative to the project's root. Resolves when the user stops it. */
  watch?(saved: (paths: readonly string[]) => void): Promise<void>;
  /** Reads the files at some paths again. A path can be a folder or no longer exist. */
  readAgain?(files: readonly SourceFile[], paths: readonly string[]): readonly SourceFile[];
  /** The person who publishes, for the audit log. */
  by: string;
  /** Asks a yes-or-no question. Absent if nobody can answer. */
  confirm?(question: string): Promise<boolean>;
  /** The named scenario files, or all. */
  scenarios?(names: readonly string[]): readonly SourceFile[];
  /** Questions that scenarios can ask the product, by name. */
  questions?: Readonly<Record<string, Question>>;
  /** The running product in a browser, opened on demand. */
  screens?(options: { isHeaded: boolean }): Promise<ScreenHost>;
  /** Commands of the product by name. Loaded only if the engine has no such command. */
  more?(): Promise<Readonly<Record<string, ProductCommand>>>;
}

/** A command of the engine. Each is a file in commands/ and a line in commands/index.ts. */
export interface Command {
  /** The lines of the usage: the command, and its description from column 30. */
  usage: readonly string[];
  /**
   * @param args the arguments after the command's name
   * @throws UsageError if the arguments are wrong; the CLI prints its message and the usage, and exits with code 2
   */
  run(args: readonly string[], deps: CliDeps): Promise<ExitCode>;
}

/** A command that the product adds. */
export interface ProductCommand {
  /** The lines of the usage: the command, and its description from column 30. */
  usage: readonly string[];
  /** @param args the arguments after the command's name */
  run(args: readonly string[], io: Pick<CliDeps, 'read' | 'out' | 'error' | 'by'>): Promise<ExitCode>;
}

/** 0: success. 1: the configuration has errors, or the store refused. 2: the arguments are wrong. */
export type ExitCode = 0 | 1 | 2;
