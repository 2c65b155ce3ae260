import type { KeptVerdicts, Release, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import type { Question, ScreenHost } from '../scenario/index.ts';

/** What is to become of drafts that do not hold under a release and that no migration speaks of. */
export type CarryOverPolicy = 'pin' | 'restart';

/** What would become of the drafts there are under another release: figures, and names of fields, never an answer. */
export interface Rehearsal {
  held: number;
  migrated: number;
  /** Of those migrated: how many would be asked something again. */
  askedAgain: number;
  restarted: number;
  pinned: number;
  /** How many drafts the migrations would leave with an answer without a place, or wrong, by `form.field`. */
  unmet: Record<string, number>;
}

/** Where releases live. The server implements it on its database. */
export interface ReleaseStore {
  /** Hash of the active release; undefined before the first. */
  active(): Promise<string | undefined>;
  /** Stores a release and moves the pointer to it. */
  publish(release: Release, by: string, policy?: CarryOverPolicy): Promise<void>;
  /**
   * Moves the pointer to a release that is stored, by default to the one that was active before.
   *
   * @returns the hash that is active now; undefined where there is no such release
   */
  rollback(hash: string | undefined, by: string): Promise<string | undefined>;
  /** Source files of the active release; undefined before the first. */
  pull(): Promise<readonly SourceFile[] | undefined>;
  /** Source files of any stored release. */
  sources?(hash: string): Promise<readonly SourceFile[] | undefined>;
  /** Tries on the drafts there are what would become of them under a release, given itself or by its hash; changes nothing. */
  rehearse?(release: Release | string, policy?: CarryOverPolicy): Promise<Rehearsal>;
  close?(): Promise<void>;
}

export interface CliDeps {
  registry: Registry;
  /** Files of the configuration. */
  read(): readonly SourceFile[];
  /** What is known of regular expressions from earlier runs. */
  verdicts?: KeptVerdicts;
  /** Files of the configuration in another folder, or at a revision (`git:<revision>`); undefined where there is none. */
  sourcesNamed?(name: string): readonly SourceFile[] | undefined;
  /** Whether the settings name a database of many: then drafts are tried on without being asked to. */
  hasDatabase?: boolean;
  /** Writes files, paths from the project's root; `replace` removes the configuration that is not among them. */
  write(files: readonly SourceFile[], options?: { replace: boolean }): void;
  /** Opened only by the commands that need it. */
  store(): Promise<ReleaseStore>;
  out(text: string): void;
  error(text: string): void;
  /** Whether text may be coloured. */
  colour?: boolean;
  /** Files beside the configuration, from the project's root: the baseline, reports, words of other kinds. */
  beside?: { read(path: string): string | undefined; write(path: string, text: string): void };
  /** Calls back whenever files of the configuration were saved, with their paths from the project's root, until the person ends it. */
  watch?(saved: (paths: readonly string[]) => void): Promise<void>;
  /** The files with those at some paths read anew; a path may be gone, or a folder. */
  readAgain?(files: readonly SourceFile[], paths: readonly string[]): readonly SourceFile[];
  /** Who publishes, for the record. */
  by: string;
  /** Scenario files: those named, or all. */
  scenarios?(names: readonly string[]): readonly SourceFile[];
  /** What scenarios may ask of the product, by name. */
  questions?: Readonly<Record<string, Question>>;
  /** The running product in a browser, opened only by who asks for it. */
  screens?(options: { isHeaded: boolean }): Promise<ScreenHost>;
  /** Commands of the product, by their first word; asked for only where the engine has none of that name. */
  more?(): Promise<Readonly<Record<string, ProductCommand>>>;
}

/** A command of the engine: a file in commands/, a line in commands/index.ts. */
export interface Command {
  /** Lines of the usage: the command, and from column 30 what it does. */
  usage: readonly string[];
  /**
   * @param args what stands after the first word
   * @throws UsageError where the arguments make no sense; its message is told, with the usage, and the exit code is 2
   */
  run(args: readonly string[], deps: CliDeps): Promise<ExitCode>;
}

/** A command that the engine knows nothing of. */
export interface ProductCommand {
  /** Lines of the usage: the command, and from column 30 what it does. */
  usage: readonly string[];
  /** @param args what stands after the first word */
  run(args: readonly string[], io: Pick<CliDeps, 'read' | 'out' | 'error' | 'by'>): Promise<ExitCode>;
}

/** 0: done; 1: the configuration has errors, or the store refused; 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;
