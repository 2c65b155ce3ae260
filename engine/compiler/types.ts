import type { CarryOver } from '../config/carryOver.ts';
import type { Corrections } from '../config/corrections.ts';
import type { Errors, Navigation, Screen } from '../config/screen.ts';
import type { DecisionTable, Flow, LifeCycle } from '../config/flow.ts';
import type { FormSchema } from '../config/form.ts';
import type { FormUi } from '../config/formUi.ts';
import type { Settings } from '../config/settings.ts';

/** A configuration file: path from the project's root with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** What is known of a regular expression. */
export interface Verdict {
  status: 'safe' | 'invalid' | 'exponential' | 'polynomial';
  /** A text that keeps the pattern busy. */
  attack?: string;
}

/** Verdicts of earlier runs, by flags and pattern. */
export interface KeptVerdicts {
  get(key: string): Verdict | undefined;
  add(found: ReadonlyMap<string, Verdict>): void;
}

/** A finding as data. Line and column are 1-based; `pointer` is RFC 6901 into the file. */
export interface Diagnostic {
  /** kebab-case rule name, e.g. `unknown-field`. */
  code: string;
  severity: 'error' | 'warning' | 'info';
  file: string;
  line: number;
  column: number;
  pointer: string;
  message: string;
  /** What to do, e.g. `Did you mean "weekly"?` */
  fix?: string;
  /** What `check --fix` would do, where it is mechanical. */
  edits?: TextEdit[];
  witness?: unknown;
}

/** Characters of a file that are replaced. */
export interface TextEdit {
  file: string;
  offset: number;
  length: number;
  text: string;
}

/** A small immutable file, named by the hash of its content, e.g. `3f9a….json` or `….mjs`. */
export interface Part {
  name: string;
  type: 'application/json' | 'text/javascript';
  body: string;
}

export interface FormParts {
  /** JSON: { schema, ui } with $refs bundled. */
  definition: string;
  /** ES module: a FormModule. */
  module: string;
  /** Forms whose answers its expressions read. */
  reads: string[];
  /** Names of its answers; absent in releases made before code could say what it reads. */
  fields?: string[];
}

export interface ScreenParts {
  /** JSON: the screen. */
  definition: string;
  /** ES module: `export const expressions = { [source]: (context) => value }`; absent when there is none. */
  expressions?: string;
  /** By language: JSON of the words that this screen and its forms, enums and errors need. */
  texts: Record<string, string>;
  forms: string[];
  /** Block and widget names on it, so that their code can be preloaded. */
  blocks: string[];
  widgets: string[];
}

/**
 * The table of contents of a release; stays on the server. Part names resolve in `Release.parts`.
 * The manifest is itself JSON, so a stored release can be served without recompiling.
 */
export interface Manifest {
  hash: string;
  settings: Settings;
  navigation: Navigation;
  errors: Errors['errors'];
  /** ES module with the expressions of navigation rules. */
  navigationExpressions: string;
  /** Route or alias pattern → screen id. */
  routes: Record<string, string>;
  screens: Record<
    string,
    ScreenParts & Pick<Screen, 'route' | 'aliases' | 'noCheck' | 'internal' | 'keepAlive' | 'layout' | 'stylesheet' | 'flow'>
  >;
  forms: Record<string, FormParts>;
  flows: Record<string, { flow: Flow; expressions: string }>;
  /** By language: JSON of `common` and `errors`, which every screen needs. */
  commonTexts: Record<string, string>;
  /** documents[id][language] → JSON part { markdown }, and the hash under which acceptance is recorded. */
  documents: Record<string, Record<string, { part: string; hash: string }>>;
  lifeCycles: Record<string, { lifeCycle: LifeCycle; expressions: string }>;
  decisionTables: Record<string, { table: DecisionTable; expressions: string }>;
  /** Values of the kinds that the product registered, by kind and id. */
  other: Record<string, Record<string, unknown>>;
  /** ES modules with the expressions of those, by kind and id, where there are any; absent in older releases. */
  otherExpressions?: Record<string, Record<string, string>>;
  /** What becomes of drafts begun under an older release; absent where no migration was ever written. */
  carryOver?: CarryOver;
  /** Why a field can be sent back; absent in older releases. */
  corrections?: Corrections;
  /** Server-side words (SMS, PDF): locales/<language>/server.json, by language. */
  serverTexts: Record<string, unknown>;
  /** By language: JSON part of the labels of all enums, for what the server writes; absent in older releases. */
  enumTexts?: Record<string, string>;
  /** Hash of the source files, so that a release also names the words of its comments and what `pull` gives back. */
  sourcesHash?: string;
  /** Names that code must know to serve this release; `checkRelease` holds them against a registry. */
  uses: Record<'widgets' | 'blocks' | 'operations' | 'effects' | 'clientEvents' | 'kinds', string[]>;
}

export interface Release {
  hash: string;
  manifest: Manifest;
  parts: ReadonlyMap<string, Part>;
  /** The source files it was made from, for `pull` and `diff`. */
  sources: readonly SourceFile[];
}

export interface CompileResult {
  diagnostics: Diagnostic[];
  /** Absent when there is an error. */
  release?: Release;
}

/** JSON of a form's definition part. */
export interface FormDefinition {
  schema: FormSchema;
  ui: FormUi;
}
