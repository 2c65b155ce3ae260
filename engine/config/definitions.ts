import type { TSchema } from 'typebox';
import type { PropertySchema } from './form.ts';
import type { KindValues } from './kindValues.ts';
import type { RuleCode } from './rules/index.ts';
import type { Rules, Severity } from './rules/rule.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The answers of one form by property. A missing answer is absent, never null. */
export type FormAnswers = Record<string, unknown>;
/** Answers by form id. */
export type Answers = Record<string, FormAnswers>;

/** A widget without its component, for the server and the CLI. */
export interface WidgetDefinition {
  name: string;
  title: string;
  description: string;
  /** JSON types of the values it supports. */
  accepts: readonly NonNullable<PropertySchema['type']>[];
  /** The items of its list must be codes of an enum. */
  items?: 'codes';
  /** rjsf lays out its parts, which are fields with labels and widgets of their own. */
  isStructure?: true;
  /** JSON Schema of its `ui:options`. */
  options: TSchema;
  /** The value of an untouched field. Undefined means absent. */
  emptyValue?: unknown;
  /** Whether it can show a value with these options, for example with their mask. The compiler checks the examples of forms with it. */
  fits?(value: unknown, options: Readonly<Record<string, unknown>>, today: string): boolean;
  /** Longer texts that people could type after this one, such as one that fills the mask. The field must accept one of them. */
  longer?(value: string, options: Readonly<Record<string, unknown>>): string[];
  /** Lets people choose one of the codes of an enum, and nothing else. */
  isForCodes?: true;
  /** Options that fields with the same key must share, such as the camera for a purpose. */
  alike?(options: Readonly<Record<string, unknown>>, property: PropertySchema): { key: string; option: string; value: unknown };
  /** Uploads a file. Only customers can, so a guest's form cannot ask for one. */
  uploads?: true;
  /** Asks for an entry of a list on the server (`x-lookup`), and only that. */
  isForLookup?: true;
  /** Shows a derived answer (`x-value`), and only that. Other widgets never do. */
  isForDerived?: true;
  /** `secret` widgets never show their value, whatever the schema says. */
  sensitivity?: 'pii' | 'secret';
  /** Keys of its own texts under `common.widgets.<name>`; the stem for plural forms. */
  words?: readonly string[];
}

/** A block without its component. */
export interface BlockDefinition {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of its options, with the annotations of annotations.ts. */
  options: TSchema;
  /** Keys of its own texts under `common.blocks.<name>`; the stem for plural forms. */
  words?: readonly string[];
  /** Only this block shows these texts, so they are loaded with its screens instead of every page. */
  wordsAreLocal?: true;
  /** Exists only for its action or those of the blocks inside, so it is hidden from people who may not run them. */
  isForActions?: true;
}

/** The placeholders of a document that code fills. */
export interface Filling {
  /** The names it has values for, in addition to the constants. */
  fields: readonly string[];
  /** The placeholders that the document must contain, for example because a law requires it. */
  mustHave?: readonly string[];
}

/** Names in the configuration that code relies on. Code does not work with a release that lacks them. */
export interface Reliance {
  /** Answers it reads, as `form.field`. */
  reads?: readonly string[];
  /** Codes of the error catalogue that it fails with. */
  fails?: readonly string[];
  /** Documents that it fills, by id. */
  fills?: Readonly<Record<string, Filling>>;
}

/** An effect of the server at a step or a life cycle's transition. */
export interface EffectDefinition extends Reliance {
  name: string;
  description: string;
  /** The life cycle that it is limited to. Any if absent. */
  lifeCycle?: string;
  /** The events of the life cycle that it is limited to. All if absent. */
  events?: readonly string[];
  /** Mandatory for each of its events: it books money, or it updates what code relies on. */
  always?: boolean;
}

/** An API operation, for the compiler and the screens. */
export interface OperationDefinition extends Reliance {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  path: string;
  /** One schema for all inputs (path, query or body), by name. */
  input: TSchema;
  output: TSchema;
  /** It answers with a file of this type instead of JSON, for a place that saves files (`FileOf`). */
  file?: string;
  /** noCheck operations need no session. */
  noCheck?: boolean;
  /**
   * For a POST: a repeated request with the same idempotency key takes effect once and gets the same response, so a client can
   * retry after a lost response. GET, PUT and DELETE are repeatable by nature.
   */
  repeatable?: boolean;
  /** Parts of the response that a caller must store, by session name. Later calls fail without them. */
  stores?: Readonly<Record<string, string>>;
  /** Needs a session with a recent identity check. Others fail with `freshCodeRequired`. */
  fresh?: boolean;
  /** Errors that it removes the cause of. Their reaction must lead to a screen that calls it. */
  cures?: readonly string[];
  /** The guest of a step may call it too, for that step only. The input names the flow. */
  guests?: boolean;
  /** The optional feature of the operation. While it is off, calls fail with `featureOff`. */
  feature?: string;
}

/** The access of a kind's own check to the other files. */
export interface ProjectView {
  /** Returns the value of a valid file; without an id, the first of its kind. */
  get<Kind extends keyof KindValues>(kind: Kind, id?: string): KindValues[Kind] | undefined;
  /** Whether a file of this kind exists but is unreadable. Checks must not report what it could define. */
  isBroken(kind: string, id?: string): boolean;
}

/** A finding of a kind's own check. Its code belongs to the engine or to a rule of the product. */
export interface KindFinding<Code extends string = never> {
  code: Code | RuleCode;
  /** RFC 6901 pointer into the file. */
  pointer: string;
  /** Another file that the finding is about. The pointer leads into it. */
  in?: { kind: keyof KindValues; id: string };
  message: string;
  /** Default: the severity of the rule. */
  severity?: Severity;
  /** Advice, for example `Did you mean "weekly"?` */
  fix?: string;
  /** The replacement by `check --fix`, if only one name is possible. */
  instead?: { was: string; is: string };
  /** An unknown name and the known ones. The message suggests the nearest, or lists all. */
  meant?: { written: string; known: readonly string[] };
}

/** A kind of configuration of the engine or the product. `Code` lists the codes that its check adds to the engine's. */
export interface KindDefinition<Code extends string = never> {
  /** The `<name>` in `<name>.schema.json` of `$schema`. */
  name: string;
  metaSchema: TSchema;
  /** Whether the browser may read the value. */
  client?: boolean;
  /** There is only one file of this kind. */
  single?: boolean;
  /** Set if code does not work without a file of this kind. The value is where the file belongs, for the message. */
  required?: string;
  /** Checks beyond the meta-schema. */
  check?(value: unknown, project: ProjectView): KindFinding<Code>[];
  /** Events that code sends because a file of this kind names them, by id of the life cycle. */
  sends?(value: unknown): Readonly<Record<string, readonly string[]>>;
  /** The namespaces that expressions in a file of this kind can read. */
  scope?: Record<string, TSchema>;
}

/** The outcomes that code expects of a decision table: by the value of one property, the schema of the whole outcome. */
export interface Outcomes {
  by: string;
  of: Readonly<Record<string, TSchema>>;
}

/** Files that code reads by id, by kind. */
export interface Needs {
  lifeCycle?: readonly string[];
  decisionTable?: readonly string[];
  corrections?: readonly string[];
  document?: readonly string[];
}

/** Everything that code registers by name. A name registered twice throws. */
export interface Registry {
  widgets: Record<string, WidgetDefinition>;
  blocks: Record<string, BlockDefinition>;
  operations: Record<string, OperationDefinition>;
  effects: Record<string, EffectDefinition>;
  clientEvents: Record<string, { name: string; description: string }>;
  /** Lists on the server that a field can look up (`x-lookup`). */
  lookups?: Record<string, { name: string; description: string }>;
  /** Topics on the server that screens can follow. */
  topics?: readonly string[];
  /** Names of line drawings. If absent, they are not checked. */
  icons?: readonly string[];
  /** Palettes in the stylesheets, from which the settings choose. If empty, palettes are not checked. */
  palettes?: Record<string, { name: string; description: string }>;
  kinds: Record<string, KindDefinition<string>>;
  /** Texts that code writes, by full key, and the names of the values it fills in addition to the constants. */
  spokenTexts?: Readonly<Record<string, readonly string[]>>;
  /** Error codes that code can return independently of the configuration. */
  refusals?: readonly string[];
  needs?: Needs;
  /** Documents that code fills outside the operations of screens, by id. */
  fills?: Readonly<Record<string, Filling>>;
  /** Events that code sends, by id of the life cycle. */
  events?: Readonly<Record<string, readonly string[]>>;
  /** Events of a life cycle that no code sends. Only rows created elsewhere reach the states that they lead to. */
  unsent?: Readonly<Record<string, readonly string[]>>;
  /** By id of the decision table. */
  outcomes?: Readonly<Record<string, Outcomes>>;
  /** Life cycles for which code allows one open subject per owner, so they must have open states. */
  oneOpen?: readonly string[];
  /** The rules of the product's kinds. */
  rules?: Rules;
  /** Namespaces that expressions can read in addition to the answers: session, device, facts … */
  namespaces: Record<string, TSchema>;
}
