import type { CarryOver } from '../config/carryOver.ts';
import type { Corrections } from '../config/corrections.ts';
import type { Errors, Navigation, Screen } from '../config/screen.ts';
import type { DecisionTable, Flow, LifeCycle } from '../config/flow.ts';
import type { FormSchema } from '../config/form.ts';
import type { ValuesByKind } from '../config/kindValues.ts';
import type { FormUi } from '../config/formUi.ts';
import type { Settings } from '../config/settings.ts';

/** A configuration file. The path is relative to the project's root and uses `/`. */
export interface SourceFile {
  path: string;
  text: string;
}

/** The verdict on a regular expression. */
export interface Verdict {
  status: 'safe' | 'invalid' | 'exponential' | 'polynomial';
  /** A text that makes the pattern slow. */
  attack?: string;
}

/** Cached verdicts, by flags and pattern. */
export interface KeptVerdicts {
  get(key: string): Verdict | undefined;
  add(found: ReadonlyMap<string, Verdict>): void;
  /** Whether every requested pattern got a verdict. A pattern that times out counts as safe, and the next run tries again. */
  isCertain(): boolean;
}

/** Remembers which checks found nothing in an earlier run, by a digest of all of their inputs. */
export interface KeptEmpty {
  has(digest: string): boolean;
  add(digest: string): void;
}

/** A finding as data. Line and column are 1-based. `pointer` is an RFC 6901 pointer into the file. */
export interface Diagnostic {
  /** The rule's name in kebab case, for example `unknown-field`. */
  code: string;
  severity: 'error' | 'warning' | 'info';
  file: string;
  line: number;
  column: number;
  pointer: string;
  message: string;
  /** Advice, for example `Did you mean "weekly"?` */
  fix?: string;
  /** The edits of `check --fix`, if the fix is mechanical. */
  edits?: TextEdit[];
  witness?: unknown;
}

/** Replaces a range of characters in a file. */
export interface TextEdit {
  file: string;
  offset: number;
  length: number;
  text: string;
}

/** A small immutable file, named by the hash of its content: `3f9a….json` or `….mjs`. */
export interface Part {
  name: string;
  type: 'application/json' | 'text/javascript';
  body: string;
}

export interface FormParts {
  /** Name of a JSON part: { schema, ui } with resolved $refs. */
  definition: string;
  /** Name of an ES module part: a FormModule. */
  module: string;
  /** Name of an ES module part: a WholeFormModule. Absent in old releases. */
  wholeForm?: string;
  /** The forms whose answers its expressions read. */
  reads: string[];
  /** The names of its answers. Absent in old releases. */
  fields?: string[];
}

export interface ScreenParts {
  /** Name of a JSON part: the screen. */
  definition: string;
  /** Name of an ES module part: `export const expressions = { [source]: (context) => value }`. Absent if there are none. */
  expressions?: string;
  /** By language: a JSON part with the texts of this screen and of its forms, enums and errors. */
  texts: Record<string, string>;
  forms: string[];
  /** The blocks and widgets on it, for preloading their code. */
  blocks: string[];
  widgets: string[];
}

/**
 * The table of contents of a release, which stays on the server. Part names resolve in `Release.parts`. The manifest is JSON, so a
 * server can serve a stored release without recompiling it.
 */
export interface Manifest {
  hash: string;
  settings: Settings;
  navigation: Navigation;
  errors: Errors['errors'];
  /** Name of an ES module part with the expressions of navigation rules. */
  navigationExpressions: string;
  /** Route or alias pattern → screen id. */
  routes: Record<string, string>;
  screens: Record<
    string,
    ScreenParts & Pick<Screen, 'route' | 'aliases' | 'noCheck' | 'internal' | 'keepAlive' | 'layout' | 'stylesheet' | 'flow'>
  >;
  forms: Record<string, FormParts>;
  flows: Record<string, { flow: Flow; expressions: string }>;
  /** By language: a JSON part with `common` and `errors`, which every screen needs. */
  commonTexts: Record<string, string>;
  /** documents[id][language] → JSON part { markdown }, and the hash that a recorded acceptance refers to. */
  documents: Record<string, Record<string, { part: string; hash: string }>>;
  lifeCycles: Record<string, { lifeCycle: LifeCycle; expressions: string }>;
  decisionTables: Record<string, { table: DecisionTable; expressions: string }>;
  /** Values of the product's kinds, by kind and id. */
  other: ValuesByKind;
  /** ES modules with the expressions of `other`, by kind and id. Absent in older releases. */
  otherExpressions?: Record<string, Record<string, string>>;
  /** How drafts of an older release are migrated. Absent if there is no migration. */
  carryOver?: CarryOver;
  /** Name of an ES module part with the conditions of its steps. Absent if there are none, and in older releases. */
  carryOverExpressions?: string;
  /** The reasons to send a field back. Absent in older releases. */
  corrections?: Corrections;
  /** The server's texts (SMS, PDF) by language, from locales/<language>/server.json. */
  serverTexts: Record<string, unknown>;
  /** By language: a JSON part with the labels of all enums, for the server. Absent in older releases. */
  enumTexts?: Record<string, string>;
  /** Codes of enums that nobody gets any more, by enum. Absent in older releases. */
  withdrawn?: Record<string, readonly string[]>;
  /** Hash of the source files. It changes with comments too, so it identifies what `pull` returns. */
  sourcesHash?: string;
  /** The names that code must register to serve this release. `checkRelease` compares them with a registry. */
  uses: Record<'widgets' | 'blocks' | 'operations' | 'effects' | 'clientEvents' | 'kinds', string[]> & { lookups?: string[] };
}

export interface Release {
  hash: string;
  manifest: Manifest;
  parts: ReadonlyMap<string, Part>;
  /** The source files, for `pull` and `diff`. */
  sources: readonly SourceFile[];
}

export interface CompileResult {
  diagnostics: Diagnostic[];
  /** Absent if there is an error. */
  release?: Release;
}

/** The JSON of a form's definition part. */
export interface FormDefinition {
  schema: FormSchema;
  ui: FormUi;
}
